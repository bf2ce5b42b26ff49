// Copies of boxes are done when a thread waits at their barrier; up to then
// their place holds NaN.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir,canonicalize))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir,convert-gpu-to-tir,canonicalize))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir,canonicalize))' -o %t.mlir
// CHECK-NOT: {{nvgpu|nvvm|tensor_map|bulk_load|gpu[.]}}

// Of 3 x 6 elements, those from row 1 and column 4 on, with zeros around them.
// RUN: relax-interp %t.mlir --function=waits --output=- | FileCheck %s --check-prefix=WAITS
// WAITS: [14, 15, 0, 0, 24, 25, 0, 0, 0, 0, 0, 0]

tir.func private @waits_kernel(%y: memref<12xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c32 = arith.constant 32 : index
  %size = arith.constant 12 : index
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
    scf.if %isFirst {
      scf.for %i = %c0 to %size step %c1 {
        %at = arith.addi %i, %c0 : index
        %0 = memref.load %s[%at] : memref<512xf32, #gpu.address_space<workgroup>>
        memref.store %0, %y[%i] : memref<12xf32>
      }
    }
    gpu.terminator
  }
  tir.return
}
relax.func @waits() -> tensor<12xf32> {
  %0 = relax.call_tir @waits_kernel() : () -> tensor<12xf32>
  relax.return %0 : tensor<12xf32>
}

// Nobody has waited.
// RUN: relax-interp %t.mlir --function=early --output=- | FileCheck %s --check-prefix=EARLY
// EARLY: [nan, nan, nan, nan]

tir.func private @early_kernel(%y: memref<4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
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
relax.func @early() -> tensor<4xf32> {
  %0 = relax.call_tir @early_kernel() : () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// Pieces of 16 bytes of the second line have changed their places.
// RUN: relax-interp %t.mlir --function=swizzled --output=- | FileCheck %s --check-prefix=SWIZZLED
// SWIZZLED: [14, 15, 16, 17, 10, 11, 12, 13]

tir.func private @swizzled_kernel(%y: memref<8xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c32 = arith.constant 32 : index
  %size = arith.constant 8 : index
  %bytes = arith.constant 1152 : index
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
  %map = tir.tensor_map %a[%c9, %c32] strides[%c32] {box = array<i64: 9, 32>, swizzle = 128 : i64} : memref<9x32xf32> -> !llvm.ptr
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<512xf32, #gpu.address_space<workgroup>>) {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %isFirst = arith.cmpi eq, %tx, %c0 : index
    nvgpu.mbarrier.init %b[%c1], %c1, predicate = %isFirst : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.barrier
    scf.if %isFirst {
      nvvm.prefetch tensormap, %map : !llvm.ptr
      nvgpu.mbarrier.arrive.expect_tx %b[%c1], %bytes : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
      tir.bulk_load %map[%c0, %c0] to %s[%c0], %b[%c1] {box = array<i64: 9, 32>, swizzle = 128 : i64} : !llvm.ptr, memref<512xf32, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    }
    nvgpu.mbarrier.try_wait.parity %b[%c1], %false, %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    scf.if %isFirst {
      scf.for %i = %c0 to %size step %c1 {
        %at = arith.addi %i, %c32 : index
        %0 = memref.load %s[%at] : memref<512xf32, #gpu.address_space<workgroup>>
        memref.store %0, %y[%i] : memref<8xf32>
      }
    }
    gpu.terminator
  }
  tir.return
}
relax.func @swizzled() -> tensor<8xf32> {
  %0 = relax.call_tir @swizzled_kernel() : () -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}

// All have arrived, and all bytes.
// RUN: relax-interp %t.mlir --function=both --output=- | FileCheck %s --check-prefix=BOTH
// BOTH: [14, 15, 0, 0]

tir.func private @both_kernel(%y: memref<4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
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
    nvgpu.mbarrier.init %b[%c1], %c3, predicate = %isFirst : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.barrier
    scf.if %isFirst {
      nvvm.prefetch tensormap, %map : !llvm.ptr
      nvgpu.mbarrier.arrive.expect_tx %b[%c1], %bytes : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
      tir.bulk_load %map[%c1, %c4] to %s[%c0], %b[%c1] {box = array<i64: 3, 4>, swizzle = 0 : i64} : !llvm.ptr, memref<512xf32, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    }
    gpu.barrier
    %t = nvgpu.mbarrier.arrive %b[%c1] : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> -> !nvgpu.mbarrier.token
    gpu.barrier
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
relax.func @both() -> tensor<4xf32> {
  %0 = relax.call_tir @both_kernel() : () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// A dead function, and one without barriers.
tir.func private @none() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  tir.return
}
