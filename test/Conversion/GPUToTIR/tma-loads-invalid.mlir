// Copies and barriers that loops cannot stand for.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' -split-input-file -verify-diagnostics

tir.func @map() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = llvm.mlir.zero : !llvm.ptr
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<64xf16, #gpu.address_space<workgroup>>) {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    // expected-error @below {{expected a 'tir.tensor_map' here that describes the tensor whose boxes it copies; cannot run the threads of a block in loops}}
    tir.bulk_load %map[%c0] to %s[%c0], %b[%c0] {box = array<i64: 64>, swizzle = 128 : i64} : !llvm.ptr, memref<64xf16, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @token() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    // expected-error @below {{gives a token that tells a phase; expected waits by parity, to run the threads of a block in loops}}
    %t = nvgpu.mbarrier.arrive %b[%c0] : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> -> !nvgpu.mbarrier.token
    %d = nvgpu.mbarrier.test.wait %b[%c0], %t : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>, !nvgpu.mbarrier.token
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @group() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %c = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %is = arith.cmpi eq, %tx, %c0 : index
    %g = arith.select %is, %b, %c : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    // expected-error @below {{expected barriers that an 'nvgpu.mbarrier.create' here makes; cannot run the threads of a block in loops}}
    nvgpu.mbarrier.init %g[%c0], %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.terminator
  }
  tir.return
}
