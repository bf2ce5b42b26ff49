// As few iterators as can be: none of extent 1, one of two that walk as one.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --transform-interpreter | relax-opt --transform-interpreter | FileCheck %s
// RUN: %same-results=transform-interpreter

module attributes {transform.with_named_sequence} {
  // Sizes of run time, an axis of one element, and one iterator of all.
  // CHECK-LABEL: tir.func @all(
  // CHECK: %[[Y:.*]] = memref.collapse_shape %{{.*}} {{\[\[}}0, 1]] : memref<?x?xf32> into memref<?xf32>
  // CHECK: tir.for %
  // CHECK-NEXT: tir.block "A"
  // CHECK: memref.store %{{.*}}, %[[Y]][%{{.*}}]
  tir.func @all(%x: memref<?x1x?xf32> {tir.dims = #relax.dims<[n, 1, m]>}, %y: memref<?x?xf32> {tir.dims = #relax.dims<[n, m]>}) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %y, %c0 : memref<?x?xf32>
    %m = memref.dim %y, %c1 : memref<?x?xf32>
    tir.for %i = %c0 to %n {
      tir.for %o = %c0 to %c1 {
        tir.for %j = %c0 to %m {
          tir.block "A" iters(%vi : spatial = %i in %n, %vo : spatial = %o in %c1, %vj : spatial = %j in %m) reads(%x : memref<?x1x?xf32>) writes(%y : memref<?x?xf32>) {
            %0 = memref.load %x[%vi, %vo, %vj] : memref<?x1x?xf32>
            %1 = math.absf %0 : f32
            memref.store %1, %y[%vi, %vj] : memref<?x?xf32>
          }
        }
      }
    }
    tir.return
  }
  // A bias tells rows and columns apart: nothing changes.
  // CHECK-LABEL: tir.func @bias(
  // CHECK: tir.for %
  // CHECK-NEXT: tir.for %
  // CHECK-NEXT: tir.block "B"
  tir.func @bias(%x: memref<4x6xf32>, %b: memref<6xf32>, %y: memref<4x6xf32>) attributes {num_inputs = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c6 {
        tir.block "B" iters(%vi : spatial = %i in %c4, %vj : spatial = %j in %c6) reads(%x, %b : memref<4x6xf32>, memref<6xf32>) writes(%y : memref<4x6xf32>) {
          %0 = memref.load %x[%vi, %vj] : memref<4x6xf32>
          %1 = memref.load %b[%vj] : memref<6xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%vi, %vj] : memref<4x6xf32>
        }
      }
    }
    tir.return
  }
  // A constant has no loop to take away.
  // CHECK-LABEL: tir.func @constant(
  // CHECK: tir.for %
  // CHECK-NEXT: tir.block "C" iters(%{{.*}} : spatial = %{{.*}} in %{{.*}}) reads
  // CHECK: memref.load %{{.*}}[%{{.*}}] : memref<4xf32>
  tir.func @constant(%x: memref<1x4xf32>, %y: memref<1x4xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.block "C" iters(%vo : spatial = %c0 in %c1, %vi : spatial = %i in %c4) reads(%x : memref<1x4xf32>) writes(%y : memref<1x4xf32>) {
        %0 = memref.load %x[%vo, %vi] : memref<1x4xf32>
        memref.store %0, %y[%vo, %vi] : memref<1x4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    transform.tir.simplify_iters %a
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    transform.tir.simplify_iters %b
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    transform.tir.simplify_iters %c
    transform.yield
  }
}
