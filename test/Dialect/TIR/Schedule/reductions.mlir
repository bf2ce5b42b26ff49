// Reductions: a block for the start, partial results.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// The start in front of all loops, also where there are no steps; the other
// loops are there again, in their order.
// CHECK-LABEL: @decompose
// CHECK: tir.for parallel %{{.*}} {
// CHECK: %[[S:.*]] = arith.addi
// CHECK: %[[P:.*]] = arith.cmpi slt, %[[S]], %[[M:.*]] :
// CHECK-NEXT: tir.block "B_init" iters(%[[V:.*]] : spatial = %[[S]] in %[[M]]) where %[[P]] writes(%{{.*}}) {
// CHECK-NEXT: memref.store %{{.*}}[%[[V]]]
// CHECK: tir.for %{{.*}} = %c0 to %{{.*}} {
// CHECK: tir.for
// CHECK: tir.block "B" iters(%{{.*}} : reduce = {{.*}}) where %{{.*}} reads
// CHECK-NOT: tir.init
module attributes {transform.with_named_sequence} {
  tir.func private @decompose(%x: memref<?x?xf32> {tir.dims = #relax.dims<[n, m]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[m]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x?xf32>
    %m = memref.dim %x, %c1 : memref<?x?xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %m {
        tir.block "B" iters(%v : reduce = %i in %n, %w : spatial = %j in %m) reads(%x : memref<?x?xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%w] : memref<?xf32>
          }
          %0 = memref.load %x[%v, %w] : memref<?x?xf32>
          %1 = memref.load %y[%w] : memref<?xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%w] : memref<?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %jo, %ji = transform.tir.split %j [?, 4]
    %f = transform.tir.fuse %jo, %ji
    %init = transform.tir.decompose_reduction %b before %i
    %l = transform.tir.get_loops %init
    transform.tir.parallel %l
    transform.yield
  }
}

// -----

// In front of a loop around the first one that reduces: once for each row.
// CHECK-LABEL: @outer
// CHECK: tir.for %[[I:.*]] = %c0 to %c6 {
// CHECK-NEXT: tir.block "B_init" iters(%{{.*}} : spatial = %[[I]] in %c6)
// CHECK: tir.for %{{.*}} = %c0 to %c6 {
// CHECK-NEXT: tir.for %{{.*}} = %c0 to %c5 {
// CHECK-NEXT: tir.block "B"
module attributes {transform.with_named_sequence} {
  tir.func private @outer(%x: memref<6x5xi32>, %y: memref<6xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %f = arith.constant 1 : i32
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c5 {
        tir.block "B" iters(%v : spatial = %i in %c6, %w : reduce = %j in %c5) reads(%x : memref<6x5xi32>) writes(%y : memref<6xi32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<6xi32>
          }
          %0 = memref.load %x[%v, %w] : memref<6x5xi32>
          %1 = memref.load %y[%v] : memref<6xi32>
          %2 = arith.muli %1, %0 : i32
          memref.store %2, %y[%v] : memref<6xi32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %init = transform.tir.decompose_reduction %b before %i
    transform.yield
  }
}

// -----

// A loop of what is a reducing iterator gets results of its own; a predicate
// that leaves out steps does not leave out the start.
// CHECK-LABEL: @rfactor
// CHECK: %[[PART:.*]] = memref.alloc(%{{.*}}) : memref<4x?xf32>
// CHECK: tir.block "B_rf_init" iters(%{{.*}} : spatial = %{{.*}}, %{{.*}} : spatial = %{{.*}}) writes(%[[PART]]
// CHECK: tir.block "B_rf" iters(%[[V:.*]] : spatial = %{{.*}}, %[[KO:.*]] : reduce = %{{.*}}, %[[KI:.*]] : spatial = %{{.*}}) where %{{.*}} writes(%[[PART]]
// CHECK: memref.load %[[PART]][%[[KI]], %[[V]]]
// CHECK: tir.for
// CHECK-NEXT: tir.for
// CHECK-NEXT: tir.block "B" iters(%[[W:.*]] : spatial = %{{.*}}, %[[K:.*]] : reduce = %{{.*}}) reads(%[[PART]]
// CHECK-NEXT: tir.init
// CHECK: memref.load %[[PART]][%[[K]], %[[W]]]
module attributes {transform.with_named_sequence} {
  tir.func private @rfactor(%x: memref<?x?xf32> {tir.dims = #relax.dims<[n, m]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f = arith.constant 3.0 : f32
    %n = memref.dim %x, %c0 : memref<?x?xf32>
    %m = memref.dim %x, %c1 : memref<?x?xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %m {
        tir.block "B" iters(%v : spatial = %i in %n, %w : reduce = %j in %m) reads(%x : memref<?x?xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %0 = memref.load %x[%v, %w] : memref<?x?xf32>
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%v] : memref<?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %jo, %ji = transform.tir.split %j [?, 4]
    %result = transform.tir.rfactor %b, %ji axis = 0
    %l:2 = transform.tir.get_loops %result
    transform.tir.parallel %l#0
    transform.yield
  }
}

// -----

// One step a partial result: nothing to start.
// CHECK-LABEL: @rfactor_all
// CHECK: tir.block "B_rf" iters(%{{.*}} : spatial = %{{.*}}, %{{.*}} : spatial
// CHECK-NOT: tir.init
// CHECK: tir.block "B" iters
// CHECK: arith.maxsi
module attributes {transform.with_named_sequence} {
  tir.func private @rfactor_all(%x: memref<6x5xi32>, %y: memref<6xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %f = arith.constant -1 : i32
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c5 {
        tir.block "B" iters(%v : spatial = %i in %c6, %w : reduce = %j in %c5) reads(%x : memref<6x5xi32>) writes(%y : memref<6xi32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<6xi32>
          }
          %0 = memref.load %x[%v, %w] : memref<6x5xi32>
          %1 = memref.load %y[%v] : memref<6xi32>
          %2 = arith.maxsi %0, %1 : i32
          memref.store %2, %y[%v] : memref<6xi32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %result = transform.tir.rfactor %b, %j axis = 1
    transform.yield
  }
}
