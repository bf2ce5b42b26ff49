// What is well formed passes unchanged.
// RUN: relax-opt %s --tir-verify-well-formed | FileCheck %s

// CHECK-LABEL: @fine
tir.func private @fine(%m: memref<?xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  %n = memref.dim %m, %c0 : memref<?xf32>
  %half = arith.divui %n, %c2 : index
  tir.for thread_binding "threadIdx.x" %i = %c0 to %half {
    // A buffer of the loop is no index.
    %local = memref.alloc() : memref<2xf32>
    tir.block "x" iters(%v : spatial = %i in %half) writes(%local : memref<2xf32>) {
      %s = arith.addi %half, %v : index
      memref.store %f, %local[%c0] : memref<2xf32>
    }
  }
  // Another kernel has extents of its own, also beside others in a loop.
  tir.for thread_binding "threadIdx.x" %i = %c0 to %n {
  }
  tir.for %k = %c0 to %n {
    tir.for thread_binding "threadIdx.x" %i = %c0 to %half {
    }
    tir.for thread_binding "threadIdx.x" %i = %c0 to %c2 {
    }
  }
  tir.return
}
