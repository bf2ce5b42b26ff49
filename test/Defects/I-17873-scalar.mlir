// Scalars and two nests of one function are scheduled for a GPU, and right.
// RUN: relax-interp %s | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule 2>/dev/null | relax-interp - | FileCheck %s

// CHECK: = 6
tir.func private @sum(%x: memref<3xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<3xf32>
  tir.for %i = %c0 to %c3 {
    tir.block "copy" iters(%v : spatial = %i in %c3) reads(%x : memref<3xf32>) writes(%t : memref<3xf32>) {
      %0 = memref.load %x[%v] : memref<3xf32>
      memref.store %0, %t[%v] : memref<3xf32>
    }
  }
  tir.for %i = %c0 to %c3 {
    tir.block "sum" iters(%v : reduce = %i in %c3) reads(%t : memref<3xf32>) writes(%y : memref<f32>) {
      tir.init {
        memref.store %f, %y[] : memref<f32>
      }
      %0 = memref.load %t[%v] : memref<3xf32>
      %1 = memref.load %y[] : memref<f32>
      %2 = arith.addf %1, %0 : f32
      memref.store %2, %y[] : memref<f32>
    }
  }
  tir.return
}
relax.func @main() -> tensor<f32> {
  %x = relax.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = relax.call_tir @sum(%x) : (tensor<3xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
