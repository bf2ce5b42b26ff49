// Local buffers go to the stack or into scratch memory.
// RUN: relax-opt %s --pass-pipeline="builtin.module(func.func(relax-rt-place-kernel-buffers))" | FileCheck %s

// A small one goes to the entry, out of loops.
// CHECK-LABEL: func.func private @small(
// CHECK-NEXT: memref.alloca() {alignment = 64 : i64} : memref<6x16xf32>
// CHECK-NOT: memref.alloc()
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func private @small(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<6x16xf32>
    memref.store %x, %a[%c0, %c0] : memref<6x16xf32>
    memref.dealloc %a : memref<6x16xf32>
  }
  return
}

// A large one and an open one are scratch memory, and released in turn.
// CHECK-LABEL: func.func private @large(
func.func private @large(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[BYTES:.*]] = arith.constant 8192 : index
  // CHECK: %[[S:.*]], %[[V:.*]] = relax_rt.scratch_alloc %[[BYTES]]
  // CHECK: scf.if %[[V]] {
  // CHECK: memref.view %[[S]][%{{.*}}][] : memref<?xi8> to memref<2048xf32>
  %a = memref.alloc() : memref<2048xf32>
  // CHECK: %[[T:.*]], %[[W:.*]] = relax_rt.scratch_alloc
  // CHECK: scf.if %[[W]] {
  %b = memref.alloc(%n) : memref<?x3xi1>
  // CHECK: memref.store
  memref.store %x, %a[%c0] : memref<2048xf32>
  // CHECK: relax_rt.scratch_release %[[T]]
  // CHECK: relax_rt.scratch_release %[[S]]
  return
}

// Memory is taken once for all iterations of loops, and released in turn.
// CHECK-LABEL: func.func private @loops(
func.func private @loops(%n: index, %x: f32) {
  // CHECK: %[[B:.*]], %[[VB:.*]] = relax_rt.scratch_alloc
  // CHECK: scf.if %[[VB]] {
  // CHECK: %[[A:.*]], %[[VA:.*]] = relax_rt.scratch_alloc
  // CHECK: scf.if %[[VA]] {
  // CHECK: scf.for
  // CHECK-NEXT: scf.for
  // CHECK-NOT: relax_rt.scratch
  // CHECK: memref.store
  // CHECK: relax_rt.scratch_release %[[A]]
  // CHECK: relax_rt.scratch_release %[[B]]
  // CHECK: memref.alloca_scope
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.alloc() : memref<2048xf32>
      %b = memref.alloc(%n) : memref<?xf32>
      memref.store %x, %a[%c0] : memref<2048xf32>
      memref.store %x, %b[%c0] : memref<?xf32>
    }
  }
  memref.alloca_scope {
  }
  return
}

// Its size is known in an iteration only.
// CHECK-LABEL: func.func private @iterations(
// CHECK: scf.for %[[I:.*]] =
// CHECK: relax_rt.scratch_alloc
// CHECK: relax_rt.scratch_release
func.func private @iterations(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<?xf32>
    memref.store %x, %a[%c0] : memref<?xf32>
  }
  return
}

// What a loop or a block has made is zero where there was no memory.
// CHECK-LABEL: func.func private @values(
// CHECK: %[[A:.*]], %[[VA:.*]] = relax_rt.scratch_alloc
// CHECK: %[[R:.*]]:2 = scf.if %[[VA]] -> (index, f32) {
// CHECK: %[[S:.*]] = scf.for
// CHECK: relax_rt.scratch_release %[[A]]
// CHECK: scf.yield %[[S]], %[[L:.*]] : index, f32
// CHECK: } else {
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[ZEROF:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK: scf.yield %[[ZERO]], %[[ZEROF]] : index, f32
// CHECK: return %[[R]]#0, %[[R]]#1
func.func private @values(%n: index, %x: f32) -> (index, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    memref.store %x, %a[%i] : memref<?xf32>
    %next = arith.addi %s, %i : index
    scf.yield %next : index
  }
  %last = memref.load %a[%c0] : memref<?xf32>
  return %sum, %last : index, f32
}

// CHECK-LABEL: func.func private @values_of_loop(
// CHECK: relax_rt.scratch_alloc
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (index) {
// CHECK: scf.for
// CHECK: } else {
// CHECK: return %[[R]]
func.func private @values_of_loop(%n: index, %x: f32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %a = memref.alloc(%n) : memref<?xf32>
    memref.store %x, %a[%c0] : memref<?xf32>
    %next = arith.addi %s, %i : index
    scf.yield %next : index
  }
  return %sum : index
}

// One that leaves the function stays.
// CHECK-LABEL: func.func private @result(
// CHECK-NEXT: memref.alloc()
func.func private @result() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}

// So does one whose view leaves.
// CHECK-LABEL: func.func private @view(
// CHECK-NEXT: memref.alloc()
func.func private @view() -> memref<4xf32, strided<[1], offset: 4>> {
  %a = memref.alloc() : memref<2048xf32>
  %v = memref.subview %a[4] [4] [1] : memref<2048xf32> to memref<4xf32, strided<[1], offset: 4>>
  return %v : memref<4xf32, strided<[1], offset: 4>>
}

// And one behind which another one is made that leaves.
// CHECK-LABEL: func.func private @other(
// CHECK: memref.alloc()
// CHECK: memref.alloc()
// CHECK: return
func.func private @other(%x: f32) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<2048xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<2048xf32>
  memref.dealloc %a : memref<2048xf32>
  return %b : memref<4xf32>
}
