// Copies aside arrive when a thread waits for their group; who reads before that
// gets NaN. What is outside of the source is 0.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' | relax-opt --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' -o %t.mlir
// RUN: relax-interp %t.mlir --function=two --input=8xf32=3 --output=- | FileCheck %s --check-prefix=TWO
// RUN: relax-interp %t.mlir --function=one --input=8xf32=3 --output=- | FileCheck %s --check-prefix=ONE
// RUN: relax-interp %t.mlir --function=none --input=8xf32=3 --output=- | FileCheck %s --check-prefix=NONE
// TWO: 3, 3, 3, 3, 3, 3, 0, 0
// ONE: 3, 3, 3, 3, nan, nan, nan, nan
// NONE: nan, nan, nan, nan, nan, nan, nan, nan

// CHECK-NOT: nvgpu
// CHECK-LABEL: tir.func private @copy_two
tir.func private @copy_two(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<8xf32, #gpu.address_space<workgroup>>) {
    %at = arith.muli %tx, %c2 : index
    %next = arith.addi %at, %c4 : index
    %rest = arith.subi %c2, %at : index
    %0 = nvgpu.device_async_copy %x[%at], %s[%at], 2 : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
    %first = nvgpu.device_async_create_group %0
    %1 = nvgpu.device_async_copy %x[%next], %s[%next], 2, %rest : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
    %second = nvgpu.device_async_create_group %1
    nvgpu.device_async_wait %second {numGroups = 0 : i32}
    gpu.barrier
    scf.for %i = %c0 to %c4 step %c1 {
      %own = arith.muli %tx, %c4 : index
      %sum = arith.addi %own, %i : index
      %from = arith.subi %c7, %sum : index
      %v = memref.load %s[%from] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%from] : memref<8xf32>
    }
    gpu.terminator
  }
  tir.return
}
relax.func @two(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = relax.call_tir @copy_two(%x) : (tensor<8xf32>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}

// CHECK-LABEL: tir.func private @copy_one
tir.func private @copy_one(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<8xf32, #gpu.address_space<workgroup>>) {
    %at = arith.muli %tx, %c2 : index
    %next = arith.addi %at, %c4 : index
    %rest = arith.subi %c2, %at : index
    %0 = nvgpu.device_async_copy %x[%at], %s[%at], 2 : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
    %first = nvgpu.device_async_create_group %0
    %1 = nvgpu.device_async_copy %x[%next], %s[%next], 2, %rest : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
    %second = nvgpu.device_async_create_group %1
    nvgpu.device_async_wait %second {numGroups = 1 : i32}
    gpu.barrier
    scf.for %i = %c0 to %c4 step %c1 {
      %own = arith.muli %tx, %c4 : index
      %sum = arith.addi %own, %i : index
      %from = arith.subi %c7, %sum : index
      %v = memref.load %s[%from] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%from] : memref<8xf32>
    }
    gpu.terminator
  }
  tir.return
}
relax.func @one(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = relax.call_tir @copy_one(%x) : (tensor<8xf32>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}

// CHECK-LABEL: tir.func private @copy_none
tir.func private @copy_none(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<8xf32, #gpu.address_space<workgroup>>) {
    %at = arith.muli %tx, %c2 : index
    %next = arith.addi %at, %c4 : index
    %rest = arith.subi %c2, %at : index
    %0 = nvgpu.device_async_copy %x[%at], %s[%at], 2 : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
    %first = nvgpu.device_async_create_group %0
    %1 = nvgpu.device_async_copy %x[%next], %s[%next], 2, %rest : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
    %second = nvgpu.device_async_create_group %1
    nvgpu.device_async_wait %second {numGroups = 2 : i32}
    gpu.barrier
    scf.for %i = %c0 to %c4 step %c1 {
      %own = arith.muli %tx, %c4 : index
      %sum = arith.addi %own, %i : index
      %from = arith.subi %c7, %sum : index
      %v = memref.load %s[%from] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%from] : memref<8xf32>
    }
    gpu.terminator
  }
  tir.return
}
relax.func @none(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = relax.call_tir @copy_none(%x) : (tensor<8xf32>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}

