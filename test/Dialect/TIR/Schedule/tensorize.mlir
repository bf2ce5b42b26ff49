// A tile of a batched product by an intrinsic.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each | FileCheck %s
// RUN: %same-results=transform-interpreter

// CHECK-LABEL: @product
// CHECK: tir.block "C_o"
// CHECK: %[[A:.*]] = memref.subview %arg0[%{{.*}}, %{{.*}}, 0] [1, 2, 3] [1, 1, 1] : memref<?x4x3xf32> to memref<2x3xf32,
// CHECK: %[[B:.*]] = memref.subview %arg1[0, %{{.*}}] [3, 4] [1, 1]
// CHECK: %[[C:.*]] = memref.subview %arg2[%{{.*}}, %{{.*}}, %{{.*}}] [1, 2, 4] [1, 1, 1]
// CHECK: tir.for
// CHECK: tir.block "row" iters(%{{.*}} : spatial = {{.*}}) reads(%[[A]], %[[B]], %[[C]]
// CHECK-NOT: tir.block "C"
module attributes {transform.with_named_sequence} {
  tir.func private @product(%x: memref<?x4x3xf32> {tir.dims = #relax.dims<[n, 4, 3]>}, %y: memref<3x8xf32>, %z: memref<?x4x8xf32> {tir.dims = #relax.dims<[n, 4, 8]>}) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x4x3xf32>
    tir.for %b = %c0 to %n {
      tir.for %i = %c0 to %c4 {
        tir.for %j = %c0 to %c8 {
          tir.for %k = %c0 to %c3 {
            tir.block "C" iters(%u : spatial = %b in %n, %a : spatial = %i in %c4, %c : spatial = %j in %c8, %d : reduce = %k in %c3) reads(%x, %y : memref<?x4x3xf32>, memref<3x8xf32>) writes(%z : memref<?x4x8xf32>) {
              tir.init {
                memref.store %f, %z[%u, %a, %c] : memref<?x4x8xf32>
              }
              %0 = memref.load %z[%u, %a, %c] : memref<?x4x8xf32>
              %1 = memref.load %x[%u, %a, %d] : memref<?x4x3xf32>
              %2 = memref.load %y[%d, %c] : memref<3x8xf32>
              %3 = arith.mulf %1, %2 : f32
              %4 = arith.addf %0, %3 : f32
              memref.store %4, %z[%u, %a, %c] : memref<?x4x8xf32>
            }
          }
        }
      }
    }
    tir.return
  }
  tir.func private @dot(%x: memref<2x3xf32>, %y: memref<3x4xf32>, %z: memref<2x4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c2 {
      tir.for %j = %c0 to %c4 {
        tir.for %k = %c0 to %c3 {
          tir.block "dot" iters(%a : spatial = %i in %c2, %b : spatial = %j in %c4, %c : reduce = %k in %c3) reads(%x, %y : memref<2x3xf32>, memref<3x4xf32>) writes(%z : memref<2x4xf32>) {
            %0 = memref.load %z[%a, %b] : memref<2x4xf32>
            %1 = memref.load %x[%a, %c] : memref<2x3xf32>
            %2 = memref.load %y[%c, %b] : memref<3x4xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %0, %3 : f32
            memref.store %4, %z[%a, %b] : memref<2x4xf32>
          }
        }
      }
    }
    tir.return
  }
  tir.func private @dot_by_columns(%x: memref<2x3xf32>, %y: memref<3x4xf32>, %z: memref<2x4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    tir.for %j = %c0 to %c4 {
      tir.block "row" iters(%b : spatial = %j in %c4) reads(%x, %y, %z : memref<2x3xf32>, memref<3x4xf32>, memref<2x4xf32>) writes(%z : memref<2x4xf32>) {
        tir.for %k = %c0 to %c3 {
          %0 = memref.load %y[%k, %b] : memref<3x4xf32>
          %1 = memref.load %x[%c0, %k] : memref<2x3xf32>
          %2 = memref.load %x[%c1, %k] : memref<2x3xf32>
          %3 = memref.load %z[%c0, %b] : memref<2x4xf32>
          %4 = memref.load %z[%c1, %b] : memref<2x4xf32>
          %5 = arith.mulf %1, %0 : f32
          %6 = arith.mulf %2, %0 : f32
          %7 = arith.addf %3, %5 : f32
          %8 = arith.addf %4, %6 : f32
          memref.store %7, %z[%c0, %b] : memref<2x4xf32>
          memref.store %8, %z[%c1, %b] : memref<2x4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %b, %i, %j, %k = transform.tir.get_loops %c
    %init = transform.tir.decompose_reduction %c before %b
    %io, %ii = transform.tir.split %i [?, 2]
    %jo, %ji = transform.tir.split %j [?, 4]
    transform.tir.reorder %io, %jo, %ii, %ji, %k
    %o = transform.tir.blockize %ii
    transform.tir.tensorize %o as @dot, @dot_by_columns
    transform.yield
  }
}
