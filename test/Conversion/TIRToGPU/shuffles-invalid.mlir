// Exchanges that not all threads of a warp come to, and those that chips lack.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu))' -split-input-file -verify-diagnostics

tir.func @width(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %i1 = arith.constant 1 : i32
  %i16 = arith.constant 16 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    %0 = memref.load %y[%t] : memref<32xf32>
    // expected-error @+1 {{'gpu.shuffle' op shuffles values in parts of a warp; expected a constant width of 32}}
    %1, %2 = gpu.shuffle xor %0, %i1, %i16 : f32
    memref.store %1, %y[%t] : memref<32xf32>
  }
  tir.return
}

// -----

tir.func @run_time(%y: memref<?xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %n {
    %0 = memref.load %y[%t] : memref<?xf32>
    // expected-error @+1 {{shuffles values between threads, expected blocks of a constant number of them}}
    %1, %2 = gpu.shuffle xor %0, %i1, %i32 : f32
    memref.store %1, %y[%t] : memref<?xf32>
  }
  tir.return
}

// -----

tir.func @partial(%y: memref<48xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c48 {
    %0 = memref.load %y[%t] : memref<48xf32>
    // expected-error @+1 {{shuffles values in blocks of 48 threads; expected a multiple of 32, the threads of a warp}}
    %1, %2 = gpu.shuffle xor %0, %i1, %i32 : f32
    memref.store %1, %y[%t] : memref<48xf32>
  }
  tir.return
}

// -----

tir.func @diverges(%y: memref<64xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c64 {
    %0 = memref.load %y[%t] : memref<64xf32>
    %few = arith.cmpi ult, %t, %c8 : index
    // expected-note @+1 {{threads part here}}
    tir.if %few {
      // expected-error @+1 {{needs the threads of a warp to shuffle values where not all of them come}}
      %1, %2 = gpu.shuffle xor %0, %i1, %i32 : f32
      memref.store %1, %y[%t] : memref<64xf32>
    }
  }
  tir.return
}

// -----

tir.func @vector(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  %v = arith.constant dense<1.0> : vector<2xf32>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    // expected-error @+1 {{shuffles values of 'vector<2xf32>'; expected numbers of at most 64 bits}}
    %1, %2 = gpu.shuffle xor %v, %i1, %i32 : vector<2xf32>
    %3 = vector.extract %1[0] : f32 from vector<2xf32>
    memref.store %3, %y[%t] : memref<32xf32>
  }
  tir.return
}

// -----

// Other threads may have written what says how often.
tir.func @written(%n: memref<1xindex>, %y: memref<64xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c64 {
    %steps = memref.load %n[%c0] : memref<1xindex>
    // expected-note @+1 {{threads part here}}
    tir.for %step = %c0 to %steps {
      %0 = memref.load %y[%t] : memref<64xf32>
      // expected-error @+1 {{needs the threads of a warp to shuffle values where not all of them come}}
      %1, %2 = gpu.shuffle xor %0, %i1, %i32 : f32
      memref.store %1, %y[%t] : memref<64xf32>
      memref.store %step, %n[%c0] : memref<1xindex>
    }
  }
  tir.return
}
