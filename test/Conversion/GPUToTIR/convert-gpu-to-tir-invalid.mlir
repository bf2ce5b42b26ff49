// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' -split-input-file -verify-diagnostics

tir.func @bounds_from_memory(%x: memref<4xindex>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %n = memref.load %x[%c0] : memref<4xindex>
    // expected-error @+1 {{is around a barrier: expected a number of runs that all threads agree on and that is read from no memory that the kernel writes; cannot run the threads of a block in loops}}
    scf.for %i = %c0 to %n step %c1 {
      gpu.barrier
      memref.store %i, %x[%c0] : memref<4xindex>
    }
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @own_condition() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = arith.cmpi eq, %tx, %c0 : index
    // expected-error @+1 {{is around a barrier: expected a number of runs that all threads agree on and that is read from no memory that the kernel writes; cannot run the threads of a block in loops}}
    scf.if %0 {
      gpu.barrier
    }
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @view_of_own() attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      private(%own : memref<4xi32, #gpu.address_space<private>>) {
    // expected-error @+1 {{uses a thread's own buffer in a kernel with barriers; expected loads and stores only, to run the threads of a block in loops}}
    %0 = memref.cast %own : memref<4xi32, #gpu.address_space<private>> to memref<?xi32, #gpu.address_space<private>>
    gpu.barrier
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @own_size() attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : index
  %i4 = arith.constant 4 : i32
  // expected-error @+1 {{expected a synchronous launch without clusters and dynamic shared memory; cannot run the threads of a block in loops}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      dynamic_shared_memory_size %i4 {
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @registers(%x: memref<32xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %a = arith.constant dense<1.0> : vector<4x2xf16>
  %b = arith.constant dense<1.0> : vector<2x2xf16>
  %c = arith.constant dense<1.0> : vector<2x2xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'nvgpu.mma.sync' op expected matrices that are registers of pairs, loaded from memory and stored there; cannot run the threads of a warp in loops}}
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %e = vector.extract %d[0, 0] : f32 from vector<2x2xf32>
    memref.store %e, %x[%tx] : memref<32xf32>
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @passed_on(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<4xf32, #gpu.address_space<workgroup>>) {
    %0 = nvgpu.device_async_copy %x[%c0], %s[%c0], 4 : memref<4xf32> to memref<4xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{passes on what a thread waits for; expected 'nvgpu.device_async_create_group' or 'nvgpu.device_async_wait', to run the threads of a block in loops}}
    %1 = arith.select %c, %0, %0 : !nvgpu.device.async.token
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @no_axes(%x: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<f32, #gpu.address_space<workgroup>>) {
    // expected-error @+1 {{copies buffers without axes; expected neighbours along the last axis, to run the threads of a block in loops}}
    %0 = nvgpu.device_async_copy %x[], %s[], 1 : memref<f32> to memref<f32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @matrix_without_axes() attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<f16, #gpu.address_space<workgroup>>) {
    // expected-error @+1 {{loads from a buffer without axes; expected rows along the last axis, to run the threads of a block in loops}}
    %0 = nvgpu.ldmatrix %s[] {numTiles = 1 : i32, transpose = false} : memref<f16, #gpu.address_space<workgroup>> -> vector<1x2xf16>
    gpu.terminator
  }
  tir.return
}

// -----

tir.func @buffer_behind_wait(%a: memref<1xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1)
      workgroup(%m : memref<8192xi8, #gpu.address_space<workgroup>>)
      private(%s : memref<4xf32, #gpu.address_space<private>>) {
    scf.for %i = %c0 to %c128 step %c1 {
      // expected-note @+1 {{this waits for it}}
      nvvm.wgmma.wait.group.sync.aligned 0
      %v = memref.view %m[%c0][] : memref<8192xi8, #gpu.address_space<workgroup>> to memref<4096xf16, #gpu.address_space<workgroup>>
      // expected-error @+1 {{expected buffers that are made in front of what waits for it; cannot run the threads of a block in loops}}
      tir.warpgroup_product %s += %v[%c0] * %v[%c0] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32, #gpu.address_space<private>>, memref<4096xf16, #gpu.address_space<workgroup>>, memref<4096xf16, #gpu.address_space<workgroup>>
    }
    gpu.terminator
  }
  tir.return
}
