// Loops and branches: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: @kinds
tir.func private @kinds(%n: index) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  // CHECK: tir.for %{{.*}} = %{{.*}} to %{{.*}} {
  tir.for %i = %c0 to %n {
    // CHECK-NEXT: tir.for parallel %
    tir.for parallel %j = %c0 to %n {
      // CHECK-NEXT: tir.for vectorized %
      tir.for vectorized %k = %c0 to %n {
        // CHECK-NEXT: tir.for unrolled %{{.*}} annotations {hint = 1 : i64} {
        tir.for unrolled %l = %c0 to %n annotations {hint = 1 : i64} {
          // CHECK-NEXT: tir.for thread_binding "threadIdx.x" %
          tir.for thread_binding "threadIdx.x" %m = %c0 to %n {
            // CHECK-NEXT: }
          }
        }
      }
    }
  }
  tir.return
}

// CHECK-LABEL: @branches
tir.func private @branches(%m: memref<i1>) attributes {num_inputs = 0} {
  %c = arith.constant true
  // CHECK: tir.if %{{.*}} {
  // CHECK-NEXT: }
  tir.if %c {
  }
  // CHECK-NEXT: tir.if %{{.*}} {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: }
  tir.if %c {
  } else {
  }
  // CHECK-NEXT: tir.while {
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: tir.condition %
  // CHECK-NEXT: } do {
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  tir.while {
    %x = memref.load %m[] : memref<i1>
    tir.condition %x
  } do {
    memref.store %c, %m[] : memref<i1>
  }
  tir.return
}
