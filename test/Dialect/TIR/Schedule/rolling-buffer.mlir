// Buffers that keep what the iteration before has made.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// A window of three rows that moves by one, of a size that is not known.
// CHECK-LABEL: @rows
// CHECK: %[[T:.*]] = memref.alloc() : memref<3x4xf32>
// CHECK: tir.for %[[I:.*]] = %c0
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[I]], %c0
// CHECK: arith.ori %[[FIRST]]
// CHECK: tir.block "A" {{.*}} where
// CHECK: arith.remui %{{.*}}, %c3
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: tir.block "B"
// CHECK: arith.remui
// CHECK: memref.load %[[T]]
module attributes {transform.with_named_sequence} {
  tir.func private @rows(%s: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %x: memref<?x4xf32> {tir.dims = #relax.dims<[n + 2, 4]>}, %y: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %f = arith.constant 0.0 : f32
    %m = memref.dim %x, %c0 : memref<?x4xf32>
    %n = memref.dim %y, %c0 : memref<?x4xf32>
    %t = memref.alloc(%m) : memref<?x4xf32>
    tir.for %i = %c0 to %m {
      tir.for %j = %c0 to %c4 {
        tir.block "A" iters(%v : spatial = %i in %m, %w : spatial = %j in %c4) reads(%x : memref<?x4xf32>) writes(%t : memref<?x4xf32>) {
          %0 = memref.load %x[%v, %w] : memref<?x4xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %t[%v, %w] : memref<?x4xf32>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c4 {
        tir.for %k = %c0 to %c3 {
          tir.block "B" iters(%v : spatial = %i in %n, %w : spatial = %j in %c4, %r : reduce = %k in %c3) reads(%t : memref<?x4xf32>) writes(%y : memref<?x4xf32>) {
            tir.init {
              memref.store %f, %y[%v, %w] : memref<?x4xf32>
            }
            %p = arith.addi %v, %r : index
            %0 = memref.load %t[%p, %w] : memref<?x4xf32>
            %1 = memref.load %y[%v, %w] : memref<?x4xf32>
            %2 = arith.addf %0, %1 : f32
            memref.store %2, %y[%v, %w] : memref<?x4xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %b
    transform.tir.compute_at %a, %i
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

// Tiles of two that need four, in each task of its own.
// CHECK-LABEL: @tiles
// CHECK: tir.for parallel
// CHECK: memref.alloc() : memref<4xi32>
// CHECK: tir.for
// CHECK: tir.block "A" {{.*}} where
module attributes {transform.with_named_sequence} {
  tir.func private @tiles(%x: memref<18xi32>, %y: memref<16xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %c18 = arith.constant 18 : index
    %t = memref.alloc() : memref<18xi32>
    tir.for %i = %c0 to %c18 {
      tir.block "A" iters(%v : spatial = %i in %c18) reads(%x : memref<18xi32>) writes(%t : memref<18xi32>) {
        %0 = memref.load %x[%v] : memref<18xi32>
        %1 = arith.muli %0, %0 : i32
        memref.store %1, %t[%v] : memref<18xi32>
      }
    }
    tir.for %i = %c0 to %c16 {
      tir.block "B" iters(%v : spatial = %i in %c16) reads(%t : memref<18xi32>) writes(%y : memref<16xi32>) {
        %p = arith.addi %v, %c2 : index
        %0 = memref.load %t[%v] : memref<18xi32>
        %1 = memref.load %t[%p] : memref<18xi32>
        %2 = arith.addi %0, %1 : i32
        memref.store %2, %y[%v] : memref<16xi32>
      }
    }
    memref.dealloc %t : memref<18xi32>
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %p, %o, %t = transform.tir.split %i [2, 4, 2]
    transform.tir.compute_at %a, %o
    transform.tir.rolling_buffer %a[0]
    transform.tir.parallel %p
    transform.yield
  }
}
