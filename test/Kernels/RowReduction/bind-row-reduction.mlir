// Rows that the threads of a block share, with vectors along them.
// RUN: relax-opt %s --transform-interpreter | FileCheck %s
// RUN: relax-opt %s --transform-interpreter --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=transform-interpreter --tolerance=1e-5

// A sum for each element of a vector, which are joined; also where a thread has
// no vector in the last round.
// CHECK-LABEL: tir.func private @sum(
// CHECK:       tir.for thread_binding "blockIdx.x" %[[ROW:.*]] = %c0{{.*}} to %c4
// CHECK:         tir.for thread_binding "threadIdx.x" %[[LANE:.*]] = %c0{{.*}} to %c2
// CHECK:           %[[OWN:.*]] = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
// CHECK:           tir.for %{{.*}} = %c0{{.*}} to %c2
// CHECK:             tir.for vectorized %[[V:.*]] = %c0{{.*}} to %c4
// CHECK:               %[[AT:.*]] = arith.addi %{{.*}}, %[[LANE]]
// CHECK:               arith.cmpi ult, %[[AT]], %c3
// CHECK:               %[[FIRST:.*]] = arith.muli %[[AT]], %c4
// CHECK:               %[[K:.*]] = arith.addi %[[FIRST]], %[[V]]
// CHECK:               memref.load %{{.*}}[%[[ROW]], %[[K]]] : memref<4x12xf32>
// CHECK:               memref.store %{{.*}}, %[[OWN]][%[[V]]]
// CHECK-COUNT-4:   memref.load %[[OWN]]
// CHECK-COUNT-3:   arith.addf
module attributes {transform.with_named_sequence} {
  tir.func private @sum(%x: memref<4x12xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %n = arith.constant 12 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %n {
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %n) reads(%x : memref<4x12xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x12xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  // A block whose rows have no such vectors goes element by element, next to one
  // that has them.
  // CHECK-LABEL: tir.func private @shift(
  // CHECK:         tir.for vectorized
  // CHECK:           memref.load %{{.*}} : memref<?x8xf32>
  // CHECK-NOT:   vectorized
  // CHECK:           memref.load %{{.*}} : memref<?x9xf32>
  tir.func private @shift(%x: memref<?x8xf32>, %w: memref<?x9xf32>, %y: memref<?xf32>, %z: memref<?x8xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %x, %c0 : memref<?x8xf32>
    %n = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %m {
      tir.for %k = %c0 to %n {
        tir.block "S" iters(%v : spatial = %i in %m, %r : reduce = %k in %n) reads(%x : memref<?x8xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<?x8xf32>
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%v] : memref<?xf32>
        }
      }
    }
    tir.for %i = %c0 to %m {
      tir.for %k = %c0 to %n {
        tir.block "C" iters(%v : spatial = %i in %m, %r : spatial = %k in %n) reads(%w, %y : memref<?x9xf32>, memref<?xf32>) writes(%z : memref<?x8xf32>) {
          %at = arith.addi %r, %c1 : index
          %0 = memref.load %w[%v, %at] : memref<?x9xf32>
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %z[%v, %r] : memref<?x8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    transform.tir.bind_row_reduction %b rows = 1 lanes = 2 vector = 4
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    transform.tir.bind_row_reduction %s, %c rows = 2 lanes = 2 vector = 4
    transform.yield
  }
}
