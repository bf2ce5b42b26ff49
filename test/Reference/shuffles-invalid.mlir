// Exchanges of values that not all threads of a warp come to.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func @partial(%y: memref<48xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  %f = arith.constant 1.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c48 {
    // expected-error @+1 {{is reached by 16 of the 32 threads of a warp, which shuffle values together}}
    %1, %2 = gpu.shuffle xor %f, %i1, %i32 : f32
    memref.store %1, %y[%t] : memref<48xf32>
  }
  tir.return
}

tir.func @diverges(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  %f = arith.constant 1.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    %few = arith.cmpi ult, %t, %c8 : index
    tir.if %few {
      // expected-error @+1 {{is reached by 8 of the 32 threads of a warp}}
      %1, %2 = gpu.shuffle xor %f, %i1, %i32 : f32
      memref.store %1, %y[%t] : memref<32xf32>
    } else {
      gpu.barrier
    }
  }
  tir.return
}

tir.func @width(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %i1 = arith.constant 1 : i32
  %i3 = arith.constant 3 : i32
  %f = arith.constant 1.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    // expected-error @+1 {{has a width of 3; expected a power of two of at most 32}}
    %1, %2 = gpu.shuffle xor %f, %i1, %i3 : f32
    memref.store %1, %y[%t] : memref<32xf32>
  }
  tir.return
}

tir.func @alone(%y: memref<1xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : i32
  %i32 = arith.constant 32 : i32
  %f = arith.constant 1.0 : f32
  // expected-error @+1 {{is reached by 1 of the 32 threads of a warp}}
  %1, %2 = gpu.shuffle xor %f, %i1, %i32 : f32
  memref.store %1, %y[%c0] : memref<1xf32>
  tir.return
}

// Elections: of a part of a warp, and with a mask.
tir.func @elects(%y: memref<48xi1>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c48 {
    // expected-error @+1 {{is reached by 16 of the 32 threads of a warp, which elect a thread together}}
    %1 = nvvm.elect.sync -> i1
    memref.store %1, %y[%t] : memref<48xi1>
  }
  tir.return
}
