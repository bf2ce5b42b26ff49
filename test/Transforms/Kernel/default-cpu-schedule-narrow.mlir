// The width of a tile is chosen when sizes are known: full, one vector, a
// short one, one column. Sizes that are computed alike are one size.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 --verify-diagnostics --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | diff %t -
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=m=3
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=m=5
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=m=9
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=m=70
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=m=0

// CHECK-LABEL: @columns(
// CHECK:       %[[FULL:.*]] = arith.constant 24 : index
// CHECK:       arith.cmpi uge, %{{.*}}, %[[FULL]] : index
// CHECK:       memref.alloc() : memref<4x24xf32>
// CHECK:       } else {
// CHECK:         %[[VECTOR:.*]] = arith.constant 8 : index
// CHECK:         arith.cmpi uge, %{{.*}}, %[[VECTOR]] : index
// CHECK:         memref.alloc() : memref<6x8xf32>
// CHECK:         } else {
// CHECK:           %[[SHORT:.*]] = arith.constant 4 : index
// CHECK:           arith.cmpi uge, %{{.*}}, %[[SHORT]] : index
// CHECK:           memref.alloc() : memref<4x4xf32>
// CHECK:           } else {
// CHECK:             memref.alloc() : memref<1x1xf32>
tir.func private @columns(%A: memref<12x32xf32>, %B: memref<32x?xf32> {tir.dims = #relax.dims<[32, m]>},
                          %C: memref<12x?xf32> {tir.dims = #relax.dims<[12, m]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %C, %c1 : memref<12x?xf32>
  tir.for %i = %c0 to %c12 {
    tir.for %j = %c0 to %m {
      tir.for %k = %c0 to %c32 {
        tir.block "C" iters(%vi : spatial = %i in %c12, %vj : spatial = %j in %m, %vk : reduce = %k in %c32) reads(%A, %B : memref<12x32xf32>, memref<32x?xf32>) writes(%C : memref<12x?xf32>) {
          tir.init {
            memref.store %zero, %C[%vi, %vj] : memref<12x?xf32>
          }
          %0 = memref.load %C[%vi, %vj] : memref<12x?xf32>
          %1 = memref.load %A[%vi, %vk] : memref<12x32xf32>
          %2 = memref.load %B[%vk, %vj] : memref<32x?xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %C[%vi, %vj] : memref<12x?xf32>
        }
      }
    }
  }
  tir.return
}

// A point convolution: rows and columns of the image make one axis, as the
// loops run over what the dimensions of both images are.
// CHECK-LABEL: @points(
// CHECK-DAG:   %[[X:.*]] = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<8x?x?xf32> into memref<8x?xf32>
// CHECK-DAG:   %[[Y:.*]] = memref.collapse_shape %arg2 {{\[\[}}0], [1, 2]] : memref<4x?x?xf32> into memref<4x?xf32>
// CHECK:       memref.load %[[X]]
// CHECK:       memref.store %{{.*}}, %[[Y]]
tir.func private @points(%x: memref<8x?x?xf32> {tir.dims = #relax.dims<[8, (m + 3) floordiv 4, m * 2 + 1]>}, %w: memref<4x8x1x1xf32>,
                         %y: memref<4x?x?xf32> {tir.dims = #relax.dims<[4, (m + 3) floordiv 4, m * 2 + 1]>}, %m: index {tir.var = #relax.expr<m>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %up = arith.addi %m, %c3 : index
  %h = arith.floordivsi %up, %c4 : index
  %double = arith.muli %m, %c2 : index
  %w1 = arith.addi %double, %c1 : index
  tir.for %o = %c0 to %c4 {
    tir.for %i = %c0 to %h {
      tir.for %j = %c0 to %w1 {
        tir.for %k = %c0 to %c8 {
          tir.for %p = %c0 to %c1 {
            tir.block "conv" iters(%vo : spatial = %o in %c4, %vi : spatial = %i in %h, %vj : spatial = %j in %w1, %vk : reduce = %k in %c8, %vp : reduce = %p in %c1) reads(%x, %w : memref<8x?x?xf32>, memref<4x8x1x1xf32>) writes(%y : memref<4x?x?xf32>) {
              tir.init {
                memref.store %zero, %y[%vo, %vi, %vj] : memref<4x?x?xf32>
              }
              %row = arith.addi %vi, %vp : index
              %0 = memref.load %y[%vo, %vi, %vj] : memref<4x?x?xf32>
              %1 = memref.load %x[%vk, %row, %vj] : memref<8x?x?xf32>
              %2 = memref.load %w[%vo, %vk, %vp, %vp] : memref<4x8x1x1xf32>
              %3 = arith.mulf %1, %2 : f32
              %4 = arith.addf %0, %3 : f32
              memref.store %4, %y[%vo, %vi, %vj] : memref<4x?x?xf32>
            }
          }
        }
      }
    }
  }
  tir.return
}

// Short rows of an image make one axis: a panel is what a window sees for
// columns of several rows.
// CHECK-LABEL: @windows(
// CHECK:       memref.collapse_shape %arg2 {{\[\[}}0], [1, 2]] : memref<32x7x5xf32> into memref<32x35xf32>
// CHECK:       memref.alloc() : memref<8x2x2x[[COLUMNS:[0-9]+]]xf32>
// CHECK:       tir.for vectorized
// CHECK:         %[[ROW:.*]] = arith.divui %[[AT:.*]], %{{.*}} : index
// CHECK:         %[[REST:.*]] = arith.remui %[[AT]], %{{.*}} : index
// CHECK:         memref.load %arg0
// CHECK:         memref.store %{{.*}} : memref<8x2x2x[[COLUMNS]]xf32>
// CHECK:       memref.store %{{.*}} : memref<32x35xf32>
tir.func private @windows(%x: memref<8x8x6xf32>, %w: memref<32x8x2x2xf32>, %y: memref<32x7x5xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  tir.for %o = %c0 to %c32 {
    tir.for %i = %c0 to %c7 {
      tir.for %j = %c0 to %c5 {
        tir.for %k = %c0 to %c8 {
          tir.for %p = %c0 to %c2 {
            tir.for %q = %c0 to %c2 {
              tir.block "conv" iters(%vo : spatial = %o in %c32, %vi : spatial = %i in %c7, %vj : spatial = %j in %c5, %vk : reduce = %k in %c8, %vp : reduce = %p in %c2, %vq : reduce = %q in %c2) reads(%x, %w : memref<8x8x6xf32>, memref<32x8x2x2xf32>) writes(%y : memref<32x7x5xf32>) {
                tir.init {
                  memref.store %zero, %y[%vo, %vi, %vj] : memref<32x7x5xf32>
                }
                %row = arith.addi %vi, %vp : index
                %column = arith.addi %vj, %vq : index
                %0 = memref.load %y[%vo, %vi, %vj] : memref<32x7x5xf32>
                %1 = memref.load %x[%vk, %row, %column] : memref<8x8x6xf32>
                %2 = memref.load %w[%vo, %vk, %vp, %vq] : memref<32x8x2x2xf32>
                %3 = arith.mulf %1, %2 : f32
                %4 = arith.addf %0, %3 : f32
                memref.store %4, %y[%vo, %vi, %vj] : memref<32x7x5xf32>
              }
            }
          }
        }
      }
    }
  }
  tir.return
}
