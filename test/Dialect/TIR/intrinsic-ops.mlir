// Checks and foreign functions: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: @intrinsics
tir.func private @intrinsics(%m: memref<f32>) attributes {num_inputs = 0} {
  %c = arith.constant true
  // CHECK: tir.assert %{{.*}}, "the number of rows is even"
  tir.assert %c, "the number of rows is even"
  // CHECK: %[[F:.*]] = memref.load
  %f = memref.load %m[] : memref<f32>
  // CHECK: tir.call_extern @erff(%[[F]]) : (f32) -> f32
  %r = tir.call_extern @erff(%f) : (f32) -> f32
  // CHECK: tir.call_extern @other(%{{.*}}) : (memref<f32>) -> ()
  tir.call_extern @other(%m) : (memref<f32>) -> ()
  tir.return
}

// CHECK: tir.func private @other
tir.func private @other(memref<f32>) attributes {num_inputs = 1}

// CHECK-LABEL: @dot4
tir.func private @dot4(%m: memref<i32>, %v: memref<4xi32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %a = memref.load %m[] : memref<i32>
  // CHECK: tir.dot4_u8s8 %{{.*}}, %{{.*}} : i32
  %r = tir.dot4_u8s8 %a, %a : i32
  memref.store %r, %m[] : memref<i32>
  %b = vector.load %v[%c0] : memref<4xi32>, vector<4xi32>
  // CHECK: tir.dot4_u8s8 %{{.*}}, %{{.*}} : vector<4xi32>
  %s = tir.dot4_u8s8 %b, %b : vector<4xi32>
  vector.store %s, %v[%c0] : memref<4xi32>, vector<4xi32>
  tir.return
}
