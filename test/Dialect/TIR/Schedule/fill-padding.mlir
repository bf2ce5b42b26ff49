// A buffer that a copy writes most of is filled around it only.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// In front and behind along the first dimension all columns, along the second
// one the rows between; nothing is behind them.
// CHECK-LABEL: @image
// CHECK: %[[P:.*]] = memref.alloc() : memref<9x7xf32>
// CHECK-NOT: in %c9
// CHECK: tir.block "F" iters(%[[I:.*]] : spatial = %{{.*}} in %c1{{[_0-9]*}}, %[[J:.*]] : spatial = %{{.*}} in %c7{{[_0-9]*}})
// CHECK-NEXT: memref.store %{{.*}}, %[[P]][%[[I]], %[[J]]]
// CHECK: tir.block "F" iters(%[[I:.*]] : spatial = %{{.*}} in %c2{{[_0-9]*}}, %[[J:.*]] : spatial = %{{.*}} in %c7{{[_0-9]*}})
// CHECK: %[[A:.*]] = arith.addi %[[I]], %c7
// CHECK-NEXT: memref.store %{{.*}}, %[[P]][%[[A]], %[[J]]]
// CHECK: tir.block "F" iters({{.*}} in %c6{{[_0-9]*}}, {{.*}} in %c1{{[_0-9]*}})
// CHECK-NOT: "F"
// CHECK: tir.block "C"
module attributes {transform.with_named_sequence} {
  tir.func private @image(%x: memref<6x6xf32>, %y: memref<9x7xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c9 = arith.constant 9 : index
    %f = arith.constant 2.0 : f32
    %p = memref.alloc() : memref<9x7xf32>
    tir.for %i = %c0 to %c9 {
      tir.for %j = %c0 to %c7 {
        tir.block "F" iters(%v : spatial = %i in %c9, %w : spatial = %j in %c7) writes(%p : memref<9x7xf32>) {
          memref.store %f, %p[%v, %w] : memref<9x7xf32>
        }
      }
    }
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c6 {
        tir.block "C" iters(%v : spatial = %i in %c6, %w : spatial = %j in %c6) reads(%x : memref<6x6xf32>) writes(%p : memref<9x7xf32>) {
          %0 = memref.load %x[%v, %w] : memref<6x6xf32>
          %1 = math.exp %0 : f32
          %a = arith.addi %v, %c1 : index
          %b = arith.addi %w, %c1 : index
          memref.store %1, %p[%a, %b] : memref<9x7xf32>
        }
      }
    }
    tir.for %i = %c0 to %c9 {
      tir.for %j = %c0 to %c7 {
        tir.block "Y" iters(%v : spatial = %i in %c9, %w : spatial = %j in %c7) reads(%p : memref<9x7xf32>) writes(%y : memref<9x7xf32>) {
          %0 = memref.load %p[%v, %w] : memref<9x7xf32>
          memref.store %0, %y[%v, %w] : memref<9x7xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.tir.get_block "F" in %root : !transform.any_op
    transform.tir.fill_padding %f
    transform.yield
  }
}

// -----

// Sizes that the run time tells: as many as are left behind, which may be none.
// CHECK-LABEL: @row
// CHECK: tir.block "F" iters({{.*}} in %[[FRONT:.*]])
// CHECK: tir.block "F" iters({{.*}} in %[[REST:.*]])
// CHECK-NOT: "F"
// CHECK: tir.block "C"
module attributes {transform.with_named_sequence} {
  tir.func private @row(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 2.0 : f32
    %n = memref.dim %x, %c0 : memref<?xf32>
    %m = memref.dim %y, %c0 : memref<?xf32>
    %p = memref.alloc(%m) : memref<?xf32>
    tir.for %i = %c0 to %m {
      tir.block "F" iters(%v : spatial = %i in %m) writes(%p : memref<?xf32>) {
        memref.store %f, %p[%v] : memref<?xf32>
      }
    }
    %left = arith.subi %m, %c2 : index
    %room = arith.maxsi %left, %c0 : index
    %k = arith.minsi %n, %room : index
    tir.for %i = %c0 to %k {
      tir.block "C" iters(%v : spatial = %i in %k) reads(%x : memref<?xf32>) writes(%p : memref<?xf32>) {
        %0 = memref.load %x[%v] : memref<?xf32>
        %a = arith.addi %v, %c2 : index
        memref.store %0, %p[%a] : memref<?xf32>
      }
    }
    tir.for %i = %c0 to %m {
      tir.block "Y" iters(%v : spatial = %i in %m) reads(%p : memref<?xf32>) writes(%y : memref<?xf32>) {
        %0 = memref.load %p[%v] : memref<?xf32>
        memref.store %0, %y[%v] : memref<?xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.tir.get_block "F" in %root : !transform.any_op
    transform.tir.fill_padding %f
    transform.yield
  }
}
