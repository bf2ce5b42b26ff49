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
