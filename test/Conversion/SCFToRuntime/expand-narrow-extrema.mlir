// Maxima and minima of f16 and bf16 are taken before numbers are rounded.
// RUN: relax-opt %s --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s
// RUN: relax-opt %s --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" > %t
// RUN: relax-opt %t --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | diff %t -

// What follows a convolution: the first sum is rounded, the second with what is
// greater.
// CHECK-LABEL: func.func @bias_relu(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK: %[[SUM:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[SUM]] : vector<8xf16> to vector<8xf32>
// CHECK: %[[BIAS:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: %[[ADDED:.*]] = arith.addf %[[WIDE]], %[[BIAS]] : vector<8xf32>
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[ADDED]], %[[ZERO]] : vector<8xf32>
// CHECK: %[[GREATER:.*]] = arith.select %[[LESS]], %[[ZERO]], %[[ADDED]]
// CHECK: arith.truncf %[[GREATER]] : vector<8xf32> to vector<8xf16>
func.func @bias_relu(%x: vector<8xf32>, %b: vector<8xf16>) -> vector<8xf16> {
  %zero = arith.constant dense<0.0> : vector<8xf16>
  %0 = arith.truncf %x : vector<8xf32> to vector<8xf16>
  %1 = arith.addf %0, %b : vector<8xf16>
  %2 = arith.maximumf %1, %zero : vector<8xf16>
  return %2 : vector<8xf16>
}

// Bounds on both sides of one number, which is rounded last.
// CHECK-LABEL: func.func @bounds(
// CHECK-NOT: arith.truncf
// CHECK: arith.cmpf olt, {{.*}} : f32
// CHECK: arith.cmpf ogt, {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
// CHECK-NEXT: return
func.func @bounds(%x: f32) -> bf16 {
  %zero = arith.constant 0.0 : bf16
  %six = arith.constant 6.0 : bf16
  %0 = arith.truncf %x : f32 to bf16
  %1 = arith.maximumf %0, %zero : bf16
  %2 = arith.minimumf %1, %six : bf16
  return %2 : bf16
}

// Nothing was rounded, or from another type, or the sum is used as it is.
// CHECK-LABEL: func.func @others(
// CHECK: arith.cmpf olt, {{.*}} : f16
// CHECK: arith.cmpf olt, {{.*}} : f16
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : f16
// CHECK: arith.cmpf olt, %[[SUM]], {{.*}} : f16
func.func @others(%x: f16, %y: f64) -> (f16, f16, f16, f16) {
  %zero = arith.constant 0.0 : f16
  %0 = arith.maximumf %x, %zero : f16
  %1 = arith.truncf %y : f64 to f16
  %2 = arith.maximumf %1, %zero : f16
  %3 = arith.addf %x, %x : f16
  %4 = arith.maximumf %3, %zero : f16
  return %0, %2, %3, %4 : f16, f16, f16, f16
}
