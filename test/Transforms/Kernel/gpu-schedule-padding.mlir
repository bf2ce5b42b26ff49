// Padding of an operand is a choice where it is read.
// RUN: relax-opt %s -tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=tir-default-gpu-schedule

// Each element from outside of the buffer is the border's number.
// CHECK-LABEL: tir.func private @border(
// CHECK-COUNT-1: tir.for thread_binding "blockIdx.x"
// CHECK: %[[I:.*]] = arith.subi
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[I]], %c8{{.*}}
// CHECK: %[[AT:.*]] = arith.select %[[IN]], %[[I]], %c0{{.*}}
// CHECK: %[[E:.*]] = memref.load %arg0[%[[AT]]]
// CHECK: arith.select %[[IN]], %[[E]], %cst{{.*}}
// CHECK-NOT: blockIdx
tir.func private @border(%x: memref<8xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %f = arith.constant 3.0 : f32
  %p = memref.alloc() : memref<10xf32>
  tir.for %i = %c0 to %c10 {
    tir.block "border" iters(%v : spatial = %i in %c10) writes(%p : memref<10xf32>) {
      memref.store %f, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.block "inside" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%p : memref<10xf32>) {
      %c1 = arith.constant 1 : index
      %v1 = arith.addi %v, %c1 : index
      %0 = memref.load %x[%v] : memref<8xf32>
      memref.store %0, %p[%v1] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c10 {
    tir.block "read" iters(%v : spatial = %i in %c10) reads(%p : memref<10xf32>) writes(%y : memref<10xf32>) {
      %0 = memref.load %p[%v] : memref<10xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%v] : memref<10xf32>
    }
  }
  tir.return
}

// The number is the block's own.
// CHECK-LABEL: tir.func private @own_number(
// CHECK-COUNT-1: tir.for thread_binding "blockIdx.x"
// CHECK: arith.constant 4.000000e+00
// CHECK-NOT: blockIdx
tir.func private @own_number(%x: memref<8xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %f = arith.constant 3.0 : f32
  %p = memref.alloc() : memref<10xf32>
  tir.for %i = %c0 to %c10 {
    tir.block "border" iters(%v : spatial = %i in %c10) writes(%p : memref<10xf32>) {
      %g = arith.constant 4.0 : f32
      memref.store %g, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.block "inside" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%p : memref<10xf32>) {
      %c1 = arith.constant 1 : index
      %v1 = arith.addi %v, %c1 : index
      %0 = memref.load %x[%v] : memref<8xf32>
      memref.store %0, %p[%v1] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c10 {
    tir.block "read" iters(%v : spatial = %i in %c10) reads(%p : memref<10xf32>) writes(%y : memref<10xf32>) {
      %0 = memref.load %p[%v] : memref<10xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%v] : memref<10xf32>
    }
  }
  tir.return
}

// What is inside costs so much that it is computed once.
// CHECK-LABEL: tir.func private @costly(
// CHECK-COUNT-3: tir.for thread_binding "blockIdx.x"
// CHECK-NOT: blockIdx
tir.func private @costly(%x: memref<8xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %f = arith.constant 3.0 : f32
  %p = memref.alloc() : memref<10xf32>
  tir.for %i = %c0 to %c10 {
    tir.block "border" iters(%v : spatial = %i in %c10) writes(%p : memref<10xf32>) {
      memref.store %f, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.block "inside" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%p : memref<10xf32>) {
      %c1 = arith.constant 1 : index
      %v1 = arith.addi %v, %c1 : index
      %0 = memref.load %x[%v] : memref<8xf32>
      %1 = math.exp %0 : f32
      memref.store %1, %p[%v1] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c10 {
    tir.block "read" iters(%v : spatial = %i in %c10) reads(%p : memref<10xf32>) writes(%y : memref<10xf32>) {
      %0 = memref.load %p[%v] : memref<10xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%v] : memref<10xf32>
    }
  }
  tir.return
}

// Every second place is inside.
// CHECK-LABEL: tir.func private @doubled(
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: %[[Q:.*]] = arith.divui %[[I:.*]], %c2
// CHECK: %[[LOW:.*]] = arith.cmpi ult, %[[Q]], %c4
// CHECK: %[[P:.*]] = arith.muli %[[Q]], %c2
// CHECK: %[[EVEN:.*]] = arith.cmpi eq, %[[P]], %[[I]]
// CHECK: arith.andi %[[LOW]], %[[EVEN]]
// CHECK: memref.load
// CHECK-NOT: blockIdx
tir.func private @doubled(%x: memref<8xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %f = arith.constant 3.0 : f32
  %c4 = arith.constant 4 : index
  %p = memref.alloc() : memref<10xf32>
  tir.for %i = %c0 to %c10 {
    tir.block "border" iters(%v : spatial = %i in %c10) writes(%p : memref<10xf32>) {
      memref.store %f, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c4 {
    tir.block "inside" iters(%v : spatial = %i in %c4) reads(%x : memref<8xf32>) writes(%p : memref<10xf32>) {
      %c1 = arith.constant 1 : index
      %v1 = arith.addi %v, %c1 : index
      %0 = memref.load %x[%v] : memref<8xf32>
      %c2 = arith.constant 2 : index
      %w = arith.muli %v, %c2 : index
      memref.store %0, %p[%w] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c10 {
    tir.block "read" iters(%v : spatial = %i in %c10) reads(%p : memref<10xf32>) writes(%y : memref<10xf32>) {
      %0 = memref.load %p[%v] : memref<10xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%v] : memref<10xf32>
    }
  }
  tir.return
}

// Places that are no multiples.
// CHECK-LABEL: tir.func private @squares(
// CHECK-COUNT-3: tir.for thread_binding "blockIdx.x"
tir.func private @squares(%x: memref<8xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %f = arith.constant 3.0 : f32
  %c3 = arith.constant 3 : index
  %p = memref.alloc() : memref<10xf32>
  tir.for %i = %c0 to %c10 {
    tir.block "border" iters(%v : spatial = %i in %c10) writes(%p : memref<10xf32>) {
      memref.store %f, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c3 {
    tir.block "inside" iters(%v : spatial = %i in %c3) reads(%x : memref<8xf32>) writes(%p : memref<10xf32>) {
      %c1 = arith.constant 1 : index
      %v1 = arith.addi %v, %c1 : index
      %0 = memref.load %x[%v] : memref<8xf32>
      %w = arith.muli %v, %v : index
      memref.store %0, %p[%w] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c10 {
    tir.block "read" iters(%v : spatial = %i in %c10) reads(%p : memref<10xf32>) writes(%y : memref<10xf32>) {
      %0 = memref.load %p[%v] : memref<10xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%v] : memref<10xf32>
    }
  }
  tir.return
}

// What is inside is another one when it is read.
// CHECK-LABEL: tir.func private @overwritten(
// CHECK-COUNT-4: tir.for thread_binding "blockIdx.x"
tir.func private @overwritten(%x: memref<8xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %f = arith.constant 3.0 : f32
  %p = memref.alloc() : memref<10xf32>
  tir.for %i = %c0 to %c10 {
    tir.block "border" iters(%v : spatial = %i in %c10) writes(%p : memref<10xf32>) {
      memref.store %f, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.block "inside" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%p : memref<10xf32>) {
      %c1 = arith.constant 1 : index
      %v1 = arith.addi %v, %c1 : index
      %0 = memref.load %x[%v] : memref<8xf32>
      memref.store %0, %p[%v1] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.block "over" iters(%v : spatial = %i in %c8) writes(%x : memref<8xf32>) {
      memref.store %f, %x[%v] : memref<8xf32>
    }
  }
  tir.for %i = %c0 to %c10 {
    tir.block "read" iters(%v : spatial = %i in %c10) reads(%p : memref<10xf32>) writes(%y : memref<10xf32>) {
      %0 = memref.load %p[%v] : memref<10xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%v] : memref<10xf32>
    }
  }
  tir.return
}

// A third block writes it.
// CHECK-LABEL: tir.func private @changed(
// CHECK-COUNT-4: tir.for thread_binding "blockIdx.x"
tir.func private @changed(%x: memref<8xf32>, %y: memref<10xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %f = arith.constant 3.0 : f32
  %p = memref.alloc() : memref<10xf32>
  tir.for %i = %c0 to %c10 {
    tir.block "border" iters(%v : spatial = %i in %c10) writes(%p : memref<10xf32>) {
      memref.store %f, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.block "inside" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%p : memref<10xf32>) {
      %c1 = arith.constant 1 : index
      %v1 = arith.addi %v, %c1 : index
      %0 = memref.load %x[%v] : memref<8xf32>
      memref.store %0, %p[%v1] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.block "third" iters(%v : spatial = %i in %c8) writes(%p : memref<10xf32>) {
      memref.store %f, %p[%v] : memref<10xf32>
    }
  }
  tir.for %i = %c0 to %c10 {
    tir.block "read" iters(%v : spatial = %i in %c10) reads(%p : memref<10xf32>) writes(%y : memref<10xf32>) {
      %0 = memref.load %p[%v] : memref<10xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%v] : memref<10xf32>
    }
  }
  tir.return
}
