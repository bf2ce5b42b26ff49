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

// What f32 cannot hold of an f64 sets its last bit, so that it is rounded once.
// CHECK-LABEL: func.func @double(
// CHECK: arith.cmpf one
// CHECK: arith.trunci %{{.*}} : vector<4xi32> to vector<4xi8>
func.func @double(%x: vector<4xf64>) -> vector<4xf8E4M3FN> {
  %a = arith.truncf %x : vector<4xf64> to vector<4xf8E4M3FN>
  return %a : vector<4xf8E4M3FN>
}

// CHECK-LABEL: func.func @brain(
// CHECK: arith.cmpf one
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @brain(%x: f64) -> bf16 {
  %a = arith.truncf %x : f64 to bf16
  return %a : bf16
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
