// Other indices: blocks of nests, places of elements, iterators.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// A tile of an update as one step, which then has other loops.
// CHECK-LABEL: @blockize
// CHECK: tir.block "C_o" iters(%[[I:.*]] : spatial = {{.*}}, %[[K:.*]] : reduce = {{.*}}) reads(%arg0, %arg1 :{{.*}}) writes(%arg1 :
// CHECK: tir.for
// CHECK: tir.for
// CHECK: %[[M:.*]] = arith.muli %[[I]], %{{.*}}
// CHECK: arith.addi %[[M]], %{{.*}}
// CHECK: tir.block "C" iters({{.*}}) where
module attributes {transform.with_named_sequence} {
  tir.func private @blockize(%x: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x8xf32>
    tir.for %i = %c0 to %n {
      tir.for %k = %c0 to %c8 {
        tir.block "C" iters(%v : spatial = %i in %n, %w : reduce = %k in %c8) reads(%x : memref<?x8xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %0 = memref.load %x[%v, %w] : memref<?x8xf32>
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i, %k = transform.tir.get_loops %c
    %init = transform.tir.decompose_reduction %c before %i
    %io, %ii = transform.tir.split %i [?, 4]
    %ko, %ki = transform.tir.split %k [?, 2]
    transform.tir.reorder %io, %ko, %ii, %ki
    %o = transform.tir.blockize %ii
    %lo, %lk = transform.tir.get_loops %o
    transform.tir.reorder %lk, %lo
    transform.yield
  }
}

// -----

// Tiles of four columns; the last one has room that nothing uses. Then the
// loops of the block that fills it, and one number for two iterators.
// CHECK-LABEL: @layout
// CHECK: memref.alloc(%{{.*}}) : memref<2x?x4xi32>
// CHECK: tir.for %{{.*}} to %c2
// CHECK: tir.for
// CHECK: tir.for %{{.*}} to %c4
// CHECK: tir.block "A" iters(%{{.*}} : spatial = {{.*}}, %{{.*}} : spatial = {{.*}}, %{{.*}} : spatial = {{.*}}) where
// CHECK: memref.store {{.*}} : memref<2x?x4xi32>
// CHECK: tir.block "B" iters(%{{.*}} : spatial = %{{.*}}) reads
// CHECK: memref.load {{.*}} : memref<2x?x4xi32>
module attributes {transform.with_named_sequence} {
  tir.func private @layout(%x: memref<?x6xi32> {tir.dims = #relax.dims<[n, 6]>}, %y: memref<?x6xi32> {tir.dims = #relax.dims<[n, 6]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %n = memref.dim %x, %c0 : memref<?x6xi32>
    %t = memref.alloc(%n) : memref<?x6xi32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c6 {
        tir.block "A" iters(%v : spatial = %i in %n, %w : spatial = %j in %c6) reads(%x : memref<?x6xi32>) writes(%t : memref<?x6xi32>) {
          %0 = memref.load %x[%v, %w] : memref<?x6xi32>
          %1 = arith.addi %0, %0 : i32
          memref.store %1, %t[%v, %w] : memref<?x6xi32>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c6 {
        tir.block "B" iters(%v : spatial = %i in %n, %w : spatial = %j in %c6) reads(%t : memref<?x6xi32>) writes(%y : memref<?x6xi32>) {
          %0 = memref.load %t[%v, %w] : memref<?x6xi32>
          %1 = arith.addi %0, %0 : i32
          memref.store %1, %y[%v, %w] : memref<?x6xi32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    transform.tir.transform_layout %a[0] by affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>
    transform.tir.transform_block_layout %a by affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>
    transform.tir.transform_block_layout %b by affine_map<(i, j) -> (i * 6 + j)>
    transform.yield
  }
}
