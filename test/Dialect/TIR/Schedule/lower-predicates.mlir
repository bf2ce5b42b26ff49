// Where conditions of a block are tested: outside of loops, and once a vector.
// RUN: relax-opt %s --transform-interpreter --split-input-file --tir-verify-well-formed | FileCheck %s
// RUN: split-file %s %t
// RUN: relax-interp %t/lanes.mlir --before-after=transform-interpreter
// RUN: relax-interp %t/threads.mlir --before-after=transform-interpreter
// RUN: relax-interp %t/sum.mlir --before-after=transform-interpreter

//--- lanes.mlir

// A task is four vectors: the loop over these ends with the last whole one, and
// the rest is a masked one.
// CHECK-LABEL: tir.func @lanes(
// CHECK: tir.for parallel %[[TASK:.*]] =
// CHECK: %[[ROOM:.*]] = arith.minsi
// CHECK: %[[WHOLE:.*]] = arith.divui %[[ROOM]], %c8
// CHECK: %[[REST:.*]] = arith.remui %[[ROOM]], %c8
// CHECK: tir.for %{{.*}} = %c0{{.*}} to %[[WHOLE]] {
// CHECK-NOT: tir.if
// CHECK: tir.for vectorized %{{.*}} = %c0{{.*}} to %c8
// CHECK-NOT: tir.if
// CHECK: memref.store
// CHECK: %[[HAS:.*]] = arith.cmpi ne, %[[REST]]
// CHECK: tir.if %[[HAS]]
// CHECK: tir.for vectorized %[[LANE:.*]] =
// CHECK: arith.cmpi slt, %[[LANE]], %[[REST]]
// CHECK: tir.if
// CHECK: memref.store
module attributes {transform.with_named_sequence} {
  tir.func @lanes(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %n = memref.dim %y, %c0 : memref<?xf32>
    tir.for %i = %c0 to %n {
      tir.block "A" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
        %0 = memref.load %x[%v] : memref<?xf32>
        %1 = math.absf %0 : f32
        memref.store %1, %y[%v] : memref<?xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %func = transform.tir.get_function @lanes in %root : !transform.any_op
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    %task, %vector, %lane = transform.tir.split %i [?, 4, 8]
    transform.tir.parallel %task
    transform.tir.vectorize %lane
    transform.tir.lower_blocks %func : !transform.op<"tir.func">
    transform.yield
  }
}

// -----
//--- threads.mlir

// Threads have one vector each: it is whole, or its elements are told apart.
// CHECK-LABEL: tir.func @threads(
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: tir.if
// CHECK: tir.for vectorized
// CHECK-NOT: tir.if
// CHECK: } else {
// CHECK: tir.for %{{.*}} = %c0{{.*}} to %c3
// CHECK: tir.if
// CHECK: memref.store
// Of 25 vectors a vector is there or not.
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: tir.if
// CHECK: tir.for vectorized
// CHECK-NOT: else
// CHECK: tir.return
module attributes {transform.with_named_sequence} {
  tir.func @threads(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %w: memref<100xf32>, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %z: memref<100xf32>) attributes {num_inputs = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %n = memref.dim %y, %c0 : memref<?xf32>
    tir.for %i = %c0 to %n {
      tir.block "A" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
        %0 = memref.load %x[%v] : memref<?xf32>
        %1 = math.absf %0 : f32
        memref.store %1, %y[%v] : memref<?xf32>
      }
    }
    tir.for %i = %c0 to %c100 {
      tir.block "B" iters(%v : spatial = %i in %c100) reads(%w : memref<100xf32>) writes(%z : memref<100xf32>) {
        %0 = memref.load %w[%v] : memref<100xf32>
        memref.store %0, %z[%v] : memref<100xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %func = transform.tir.get_function @threads in %root : !transform.any_op
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    %bx, %tx, %lane = transform.tir.split %i [?, 8, 4]
    transform.tir.bind %bx "blockIdx.x"
    transform.tir.bind %tx "threadIdx.x"
    transform.tir.vectorize %lane
    %j = transform.tir.get_loops %b
    %by, %ty, %part = transform.tir.split %j [?, 16, 4]
    transform.tir.bind %by "blockIdx.x"
    transform.tir.bind %ty "threadIdx.x"
    transform.tir.vectorize %part
    transform.tir.lower_blocks %func : !transform.op<"tir.func">
    transform.yield
  }
}

// -----
//--- sum.mlir

// What does not depend on the steps of a sum ends the loop in front of its
// start; what does stays.
// CHECK-LABEL: tir.func @sum(
// CHECK: tir.for %[[OUTER:.*]] =
// CHECK: %[[FIRST:.*]] = arith.muli %[[OUTER]], %c4
// CHECK: %[[LEFT:.*]] = arith.subi %c10, %[[FIRST]]
// CHECK: %[[SOME:.*]] = arith.maxsi %[[LEFT]]
// CHECK: %[[END:.*]] = arith.minsi %[[SOME]], %c4
// CHECK: tir.for %{{.*}} = %c0{{.*}} to %[[END]] {
// CHECK: tir.if
// CHECK-NEXT: memref.store
// CHECK: tir.for
// CHECK: tir.for
// CHECK: tir.if
// CHECK-NEXT: memref.load
// CHECK-NOT: tir.if
// CHECK: tir.return
module attributes {transform.with_named_sequence} {
  tir.func @sum(%x: memref<10x10xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c10 {
      tir.for %k = %c0 to %c10 {
        tir.block "S" iters(%v : spatial = %i in %c10, %r : reduce = %k in %c10) reads(%x : memref<10x10xf32>) writes(%y : memref<10xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<10xf32>
          }
          %0 = memref.load %y[%v] : memref<10xf32>
          %1 = memref.load %x[%v, %r] : memref<10x10xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<10xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %func = transform.tir.get_function @sum in %root : !transform.any_op
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %i, %k = transform.tir.get_loops %s
    %io, %ii = transform.tir.split %i [?, 4]
    %ko, %ki = transform.tir.split %k [?, 4]
    transform.tir.lower_blocks %func : !transform.op<"tir.func">
    transform.yield
  }
}
