// Change loops and blocks as their annotations ask.
// RUN: relax-opt %s --tir-apply-schedule-requests | FileCheck %s
// RUN: %same-results=tir-apply-schedule-requests

// What is left over runs behind.
// CHECK-LABEL: @split
tir.func private @split(%y: memref<?xf32>, %n: index) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c70 = arith.constant 70 : index
  %f = arith.constant 0.0 : f32
  // CHECK: tir.for %[[O:.*]] = %c0{{.*}} to %c4
  // CHECK-NEXT: tir.for parallel %[[I:.*]] = %c0{{.*}} to %c16
  // CHECK: arith.muli %[[O]], %c16
  // CHECK: tir.block
  // CHECK: tir.for %[[R:.*]] = %c64{{.*}} to %c70
  // CHECK-NEXT: tir.block "x_1" iters(%{{.*}} : spatial = %[[R]] in
  tir.for %i = %c0 to %c70 annotations {split = 16, parallel} {
    tir.block "x" iters(%v : spatial = %i in %c70) writes(%y : memref<?xf32>) {
      memref.store %f, %y[%v] : memref<?xf32>
    }
  }
  // CHECK: arith.divui
  // CHECK: tir.for %
  // CHECK-NEXT: tir.for %
  // CHECK: tir.for %
  tir.for %i = %c0 to %n annotations {split = 16} {
    memref.store %f, %y[%i] : memref<?xf32>
  }
  tir.return
}

// Copies for LLVM are a hint, which stays.
// CHECK-LABEL: @copies
tir.func private @copies(%y: memref<?xf32>, %n: index) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  // CHECK: tir.for %{{.*}} annotations {unroll = 4 : i64} {
  tir.for %i = %c0 to %n annotations {unroll = 4} {
    memref.store %f, %y[%i] : memref<?xf32>
  }
  tir.return
}

// CHECK-LABEL: @fuse
tir.func private @fuse(%y: memref<4x8xf32>, %n: index) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  // CHECK: tir.for %[[F:.*]] = %c0{{.*}} to %c32
  // CHECK-DAG: arith.divui %[[F]], %c8
  // CHECK-DAG: arith.remui %[[F]], %c8
  tir.for %i = %c0 to %c4 annotations {fuse} {
    tir.for %j = %c0 to %c8 {
      memref.store %f, %y[%i, %j] : memref<4x8xf32>
    }
  }
  tir.return
}

// CHECK-LABEL: @reorder
tir.func private @reorder(%y: memref<4x8xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  // CHECK: tir.for %[[J:.*]] = %c0 to %c8
  // CHECK-NEXT: tir.for vectorized %[[I:.*]] = %c0 to %c4
  // CHECK-NEXT: spatial = %[[I]] in %c4, %{{.*}} : spatial = %[[J]] in %c8
  tir.for %i = %c0 to %c4 annotations {reorder, vectorize} {
    tir.for %j = %c0 to %c8 {
      tir.block "x" iters(%a : spatial = %i in %c4, %b : spatial = %j in %c8) writes(%y : memref<4x8xf32>) {
        memref.store %f, %y[%a, %b] : memref<4x8xf32>
      }
    }
  }
  tir.return
}

// CHECK-LABEL: @blocks
tir.func private @blocks(%x: memref<4x1x8xf32>, %y: memref<4x1x8xf32>, %s: memref<f32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<4x1x8xf32>
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c1 {
      tir.for %k = %c0 to %c8 {
        tir.block "square" iters(%a : spatial = %i in %c4, %b : spatial = %j in %c1, %c : spatial = %k in %c8)
            reads(%x : memref<4x1x8xf32>) writes(%t : memref<4x1x8xf32>) annotations {inline} {
          %0 = memref.load %x[%a, %b, %c] : memref<4x1x8xf32>
          %1 = arith.mulf %0, %0 : f32
          memref.store %1, %t[%a, %b, %c] : memref<4x1x8xf32>
        }
      }
    }
  }
  // CHECK-NOT: memref.alloc
  // CHECK: tir.for %[[I:.*]] = %c0 to %c32
  // CHECK-NEXT: tir.block "double" iters(%[[V:.*]] : spatial = %[[I]] in %c32) reads(%{{.*}} : memref<4x1x8xf32>) writes(%{{.*}} : memref<4x1x8xf32>)
  // CHECK-NEXT: memref.load %{{.*}}[%[[V]]]
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: arith.addf
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c1 {
      tir.for %k = %c0 to %c8 {
        tir.block "double" iters(%a : spatial = %i in %c4, %b : spatial = %j in %c1, %c : spatial = %k in %c8)
            reads(%t : memref<4x1x8xf32>) writes(%y : memref<4x1x8xf32>) annotations {simplify} {
          %0 = memref.load %t[%a, %b, %c] : memref<4x1x8xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %y[%a, %b, %c] : memref<4x1x8xf32>
        }
      }
    }
  }
  // The start goes before the loop that reduces.
  // CHECK: memref.store %{{.*}}, %{{.*}}[] : memref<f32>
  // CHECK-NEXT: tir.for
  // CHECK-NEXT: memref.load
  // CHECK-NOT: tir.init
  tir.for %k = %c0 to %c8 {
    tir.block "sum" iters(%v : reduce = %k in %c8) reads(%x : memref<4x1x8xf32>) writes(%s : memref<f32>) annotations {decompose, lower} {
      tir.init {
        memref.store %f, %s[] : memref<f32>
      }
      %0 = memref.load %x[%c0, %c0, %v] : memref<4x1x8xf32>
      %1 = memref.load %s[] : memref<f32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %s[] : memref<f32>
    }
  }
  tir.return
}

// A start value that cannot move out is guarded, a predicate is a branch.
// CHECK-LABEL: @guarded
tir.func private @guarded(%s: memref<8xf32>, %p: memref<i1>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  %c = memref.load %p[] : memref<i1>
  tir.for %k = %c0 to %c8 {
    // CHECK: tir.if
    // CHECK: arith.cmpi eq
    // CHECK: tir.if
    // CHECK-NEXT: memref.store
    tir.block "diagonal" iters(%v : spatial = %k in %c8, %w : reduce = %k in %c8) where %c writes(%s : memref<8xf32>) annotations {lower} {
      tir.init {
        memref.store %f, %s[%v] : memref<8xf32>
      }
    }
  }
  tir.return
}
