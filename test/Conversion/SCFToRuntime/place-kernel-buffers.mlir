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

// One that leaves the function stays.
// CHECK-LABEL: func.func private @result(
// CHECK-NEXT: memref.alloc()
func.func private @result() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
