// Floats of 8 bits become wider, and narrower, by arithmetic on their bits.
// RUN: relax-opt %s --pass-pipeline="builtin.module(func.func(relax-rt-expand-float8))" | FileCheck %s

// CHECK-LABEL: func.func @wider(
// CHECK-NOT: arith.extf %{{.*}} : f8
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK: arith.mulf
// CHECK: arith.extf %{{.*}} : f32 to f64
func.func @wider(%x: f8E4M3FN) -> f64 {
  %a = arith.extf %x : f8E4M3FN to f64
  return %a : f64
}

// CHECK-LABEL: func.func @narrower(
// CHECK: arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK-NOT: arith.truncf
// CHECK: arith.trunci %{{.*}} : vector<8xi32> to vector<8xi8>
func.func @narrower(%x: vector<8xf16>) -> vector<8xf8E5M2> {
  %a = arith.truncf %x : vector<8xf16> to vector<8xf8E5M2>
  return %a : vector<8xf8E5M2>
}

// Others stay.
// CHECK-LABEL: func.func @others(
// CHECK: arith.extf %{{.*}} : f8E3M4 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @others(%x: f8E3M4) -> f16 {
  %a = arith.extf %x : f8E3M4 to f32
  %b = arith.truncf %a : f32 to f16
  return %b : f16
}
