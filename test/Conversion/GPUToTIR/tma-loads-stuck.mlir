// Threads that would wait forever are an error.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir,canonicalize))' -o %t.mlir

// The second phase has not begun to end; more bytes are expected than come.
// RUN: not relax-interp %t.mlir --function=second --output=- 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not relax-interp %t.mlir --function=short --output=- 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: a thread waits at a barrier for copies or threads that will not come

// Fewer bytes are expected than come, here none.
// RUN: not relax-interp %t.mlir --function=arrived --output=- 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: copies bring more bytes than their barrier expects

tir.func private @second_kernel(%y: memref<4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c32 = arith.constant 32 : index
  %size = arith.constant 4 : index
  %bytes = arith.constant 48 : index
  %false = arith.constant false
  %true = arith.constant true
  %a = memref.alloc() : memref<9x32xf32>
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %first = arith.muli %i, %c10 : index
      %number = arith.addi %first, %j : index
      %bits = arith.index_cast %number : index to i32
      %value = arith.sitofp %bits : i32 to f32
      memref.store %value, %a[%i, %j] : memref<9x32xf32>
    }
  }
  %map = tir.tensor_map %a[%c3, %c6] strides[%c32] {box = array<i64: 3, 4>, swizzle = 0 : i64} : memref<9x32xf32> -> !llvm.ptr
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<512xf32, #gpu.address_space<workgroup>>) {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    nvgpu.mbarrier.init %b[%c1], %c1, predicate = %isFirst : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.barrier
    scf.if %isFirst {
      nvvm.prefetch tensormap, %map : !llvm.ptr
      nvgpu.mbarrier.arrive.expect_tx %b[%c1], %bytes : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
      tir.bulk_load %map[%c1, %c4] to %s[%c0], %b[%c1] {box = array<i64: 3, 4>, swizzle = 0 : i64} : !llvm.ptr, memref<512xf32, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    }
    nvgpu.mbarrier.try_wait.parity %b[%c1], %false, %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    nvgpu.mbarrier.try_wait.parity %b[%c1], %true, %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    scf.if %isFirst {
      scf.for %i = %c0 to %size step %c1 {
        %at = arith.addi %i, %c0 : index
        %0 = memref.load %s[%at] : memref<512xf32, #gpu.address_space<workgroup>>
        memref.store %0, %y[%i] : memref<4xf32>
      }
    }
    gpu.terminator
  }
  tir.return
}
relax.func @second() -> tensor<4xf32> {
  %0 = relax.call_tir @second_kernel() : () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

tir.func private @short_kernel(%y: memref<4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c32 = arith.constant 32 : index
  %size = arith.constant 4 : index
  %bytes = arith.constant 64 : index
  %false = arith.constant false
  %true = arith.constant true
  %a = memref.alloc() : memref<9x32xf32>
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %first = arith.muli %i, %c10 : index
      %number = arith.addi %first, %j : index
      %bits = arith.index_cast %number : index to i32
      %value = arith.sitofp %bits : i32 to f32
      memref.store %value, %a[%i, %j] : memref<9x32xf32>
    }
  }
  %map = tir.tensor_map %a[%c3, %c6] strides[%c32] {box = array<i64: 3, 4>, swizzle = 0 : i64} : memref<9x32xf32> -> !llvm.ptr
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<512xf32, #gpu.address_space<workgroup>>) {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    nvgpu.mbarrier.init %b[%c1], %c1, predicate = %isFirst : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.barrier
    scf.if %isFirst {
      nvvm.prefetch tensormap, %map : !llvm.ptr
      nvgpu.mbarrier.arrive.expect_tx %b[%c1], %bytes : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
      tir.bulk_load %map[%c1, %c4] to %s[%c0], %b[%c1] {box = array<i64: 3, 4>, swizzle = 0 : i64} : !llvm.ptr, memref<512xf32, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    }
    nvgpu.mbarrier.try_wait.parity %b[%c1], %false, %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    scf.if %isFirst {
      scf.for %i = %c0 to %size step %c1 {
        %at = arith.addi %i, %c0 : index
        %0 = memref.load %s[%at] : memref<512xf32, #gpu.address_space<workgroup>>
        memref.store %0, %y[%i] : memref<4xf32>
      }
    }
    gpu.terminator
  }
  tir.return
}
relax.func @short() -> tensor<4xf32> {
  %0 = relax.call_tir @short_kernel() : () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

tir.func private @arrived_kernel(%y: memref<4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c32 = arith.constant 32 : index
  %size = arith.constant 4 : index
  %bytes = arith.constant 48 : index
  %false = arith.constant false
  %true = arith.constant true
  %a = memref.alloc() : memref<9x32xf32>
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %first = arith.muli %i, %c10 : index
      %number = arith.addi %first, %j : index
      %bits = arith.index_cast %number : index to i32
      %value = arith.sitofp %bits : i32 to f32
      memref.store %value, %a[%i, %j] : memref<9x32xf32>
    }
  }
  %map = tir.tensor_map %a[%c3, %c6] strides[%c32] {box = array<i64: 3, 4>, swizzle = 0 : i64} : memref<9x32xf32> -> !llvm.ptr
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<512xf32, #gpu.address_space<workgroup>>) {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    nvgpu.mbarrier.init %b[%c1], %c1, predicate = %isFirst : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.barrier
    scf.if %isFirst {
      nvvm.prefetch tensormap, %map : !llvm.ptr
      nvgpu.mbarrier.arrive.expect_tx %b[%c1], %bytes : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
      tir.bulk_load %map[%c1, %c4] to %s[%c0], %b[%c1] {box = array<i64: 3, 4>, swizzle = 0 : i64} : !llvm.ptr, memref<512xf32, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    }
    nvgpu.mbarrier.init %b[%c1], %c3 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %t = nvgpu.mbarrier.arrive %b[%c1] : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> -> !nvgpu.mbarrier.token
    nvgpu.mbarrier.try_wait.parity %b[%c1], %false, %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    scf.if %isFirst {
      scf.for %i = %c0 to %size step %c1 {
        %at = arith.addi %i, %c0 : index
        %0 = memref.load %s[%at] : memref<512xf32, #gpu.address_space<workgroup>>
        memref.store %0, %y[%i] : memref<4xf32>
      }
    }
    gpu.terminator
  }
  tir.return
}
relax.func @arrived() -> tensor<4xf32> {
  %0 = relax.call_tir @arrived_kernel() : () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
