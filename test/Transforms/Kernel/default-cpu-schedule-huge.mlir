// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=128 | FileCheck %s

// No machine holds the buffers, which have elements if `w` is not 0. Their
// outer axes are not joined to one of known size, which 64 bits do not hold.
// CHECK-LABEL: tir.func @huge
// CHECK: memref.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : memref<2305843009213693952x4x?xf32>
// CHECK: tir.return
tir.func @huge(%x: memref<2305843009213693952x4x?xf32> {tir.dims = #relax.dims<[2305843009213693952, 4, w]>}, %y: memref<2305843009213693952x4x?xf32> {tir.dims = #relax.dims<[2305843009213693952, 4, w]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %many = arith.constant 2305843009213693952 : index
  %w = memref.dim %x, %c2 : memref<2305843009213693952x4x?xf32>
  tir.for %i = %c0 to %many {
    tir.for %j = %c0 to %c4 {
      tir.for %k = %c0 to %w {
        tir.block "exp" iters(%a : spatial = %i in %many, %b : spatial = %j in %c4, %c : spatial = %k in %w) reads(%x : memref<2305843009213693952x4x?xf32>) writes(%y : memref<2305843009213693952x4x?xf32>) {
          %0 = memref.load %x[%a, %b, %c] : memref<2305843009213693952x4x?xf32>
          %1 = math.exp %0 : f32
          memref.store %1, %y[%a, %b, %c] : memref<2305843009213693952x4x?xf32>
        }
      }
    }
  }
  tir.return
}
