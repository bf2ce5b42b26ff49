// Loops, branches, assertions, foreign calls and functions.
// RUN: relax-opt %s --convert-tir-to-scf --canonicalize | FileCheck %s

// CHECK: func.func private @erff(f32) -> f32

// CHECK-LABEL: func.func private @loops(
tir.func private @loops(%a: memref<4xf32>, %n: index) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  // CHECK: scf.parallel (%[[I:.*]]) = (%c0) to (%{{.*}})
  // CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
  tir.for parallel %i = %c0 to %n {
    memref.store %one, %a[%i] : memref<4xf32>
  }
  // CHECK: memref.store %{{.*}}, %{{.*}}[%c0]
  // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%c1]
  tir.for unrolled %i = %c0 to %c2 {
    memref.store %one, %a[%i] : memref<4xf32>
  }
  // CHECK: scf.for
  tir.for unrolled %i = %c0 to %n {
    memref.store %one, %a[%i] : memref<4xf32>
  }
  tir.return
}

// CHECK-LABEL: func.func private @branches(
tir.func private @branches(%a: memref<4xf32>, %flag: memref<i1>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %false = arith.constant false
  // CHECK: scf.while : () -> ()
  // CHECK: scf.condition
  // CHECK: } do {
  tir.while {
    %go = memref.load %flag[] : memref<i1>
    tir.condition %go
  } do {
    memref.store %false, %flag[] : memref<i1>
  }
  // CHECK: scf.if
  // CHECK: func.call @erff
  // CHECK: } else {
  %go = memref.load %flag[] : memref<i1>
  tir.if %go {
    %e = tir.call_extern @erff(%one) : (f32) -> f32
    memref.store %e, %a[%c0] : memref<4xf32>
  } else {
    memref.store %one, %a[%c0] : memref<4xf32>
  }
  tir.return
}

// A packed function gets numbers as buffers, and is the run time's.
// CHECK-LABEL: func.func private @packed(
// CHECK: %[[N:.*]] = memref.alloc() : memref<i32>
// CHECK: memref.store %{{.*}}, %[[N]][] : memref<i32>
// CHECK: relax_rt.kernel_call_external "my.fill"(%{{.*}}, %[[N]]) : memref<4xf32>, memref<i32>
tir.func private @packed(%a: memref<4xf32>) attributes {num_inputs = 0} {
  %n = arith.constant 7 : i32
  tir.call_extern @my.fill(%a, %n) {packed} : (memref<4xf32>, i32) -> ()
  tir.return
}

// What follows a check runs only if it holds.
// CHECK-LABEL: func.func private @check(
tir.func private @check(%a: memref<4xf32>, %n: index) attributes {num_inputs = 0} {
  // CHECK: scf.if
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: } else {
  // CHECK-NEXT: relax_rt.kernel_fail "n is not 0"
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %ok = arith.cmpi ne, %n, %c0 : index
  tir.assert %ok, "n is not 0"
  memref.store %one, %a[%c0] : memref<4xf32>
  tir.return
}

// A buffer that a call passes twice may alias.
// CHECK-LABEL: func.func private @in_place(
// CHECK-NOT: llvm.noalias
// CHECK: return
tir.func private @in_place(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
// CHECK-LABEL: func.func private @apart(
// CHECK-SAME: llvm.noalias
tir.func private @apart(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) attributes {num_inputs = 2} {
  tir.return
}
func.func private @caller(%a: memref<4xf32>, %b: memref<4xf32>) {
  relax_rt.call_kernel @in_place(%a, %a) : memref<4xf32>, memref<4xf32>
  relax_rt.call_kernel @apart(%a, %a, %b) : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return
}

// The scopes of a device's memories mean nothing on a processor.
// CHECK-LABEL: func.func private @scopes(
tir.func private @scopes(%a: memref<4xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  // CHECK: memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32, "local">
  // CHECK: memref.subview %{{.*}}[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  %c = memref.subview %b[2] [2] [1] : memref<4xf32, "local"> to memref<2xf32, strided<[1], offset: 2>, "local">
  %x = memref.load %a[%c0] : memref<4xf32>
  memref.store %x, %c[%c0] : memref<2xf32, strided<[1], offset: 2>, "local">
  %y = memref.load %b[%c0] : memref<4xf32, "local">
  memref.store %y, %a[%c0] : memref<4xf32>
  // CHECK: memref.alloc() : memref<2xf32>
  %d = memref.alloc() : memref<2xf32, #gpu.address_space<private>>
  memref.store %y, %d[%c0] : memref<2xf32, #gpu.address_space<private>>
  %z = memref.load %d[%c0] : memref<2xf32, #gpu.address_space<private>>
  memref.store %z, %a[%c0] : memref<4xf32>
  tir.return
}

// Rows with room behind them are a view of what is allocated.
// CHECK-LABEL: func.func private @padded_rows(
tir.func private @padded_rows(%a: memref<6x4xf32>) attributes {num_inputs = 0} {
  %c1 = arith.constant 1 : index
  // CHECK: %[[PLAIN:.*]] = memref.alloc() {alignment = 64 : i64} : memref<49xf32>
  // CHECK: memref.reinterpret_cast %[[PLAIN]] to offset: [0], sizes: [6, 4], strides: [9, 1] : memref<49xf32> to memref<6x4xf32, strided<[9, 1]>>
  %b = memref.alloc() {alignment = 64 : i64} : memref<6x4xf32, strided<[9, 1]>, "shared">
  // CHECK: memref.alloc() : memref<0xf32>
  %none = memref.alloc() : memref<0x4xf32, strided<[9, 1]>>
  %x = memref.load %a[%c1, %c1] : memref<6x4xf32>
  memref.store %x, %b[%c1, %c1] : memref<6x4xf32, strided<[9, 1]>, "shared">
  %y = memref.load %b[%c1, %c1] : memref<6x4xf32, strided<[9, 1]>, "shared">
  memref.store %y, %a[%c1, %c1] : memref<6x4xf32>
  memref.store %x, %none[%c1, %c1] : memref<0x4xf32, strided<[9, 1]>>
  tir.return
}
