// Tile, vectorize and thread a tensor program for a CPU.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s

// CHECK-LABEL: @exp(
// CHECK-SAME: tir.is_scheduled
// CHECK: tir.for vectorized
// CHECK: math.exp
tir.func private @exp(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    tir.block "exp" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
      %0 = memref.load %x[%v] : memref<8xf32>
      %1 = math.exp %0 : f32
      memref.store %1, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}
