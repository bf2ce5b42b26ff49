// Floats of 8 bits are computed with as f32 and rounded with integers. What
// tensor cores multiply is widened by a conversion, others by integers.
// RUN: relax-opt %s --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: tir.func private @astype(
// CHECK: arith.bitcast {{.*}} : f8E4M3FNUZ to i8
// CHECK: arith.mulf
// CHECK-NOT: arith.extf
// CHECK: arith.bitcast {{.*}} : i32 to f32
relax.func @widen(%x: tensor<4xf8E4M3FNUZ>) -> tensor<4xf32> {
  %0 = relax.astype %x {dtype = f32} : (tensor<4xf8E4M3FNUZ>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: tir.func private @astype_0(
// CHECK: arith.extf {{.*}} : f8E4M3FN to f32
relax.func @convert(%x: tensor<4xf8E4M3FN>) -> tensor<4xf32> {
  %0 = relax.astype %x {dtype = f32} : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: tir.func private @astype_1(
// CHECK: math.absf
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast {{.*}} : i8 to f8E5M2
relax.func @narrow(%x: tensor<4xf32>) -> tensor<4xf8E5M2> {
  %0 = relax.astype %x {dtype = f8E5M2} : (tensor<4xf32>) -> tensor<4xf8E5M2>
  relax.return %0 : tensor<4xf8E5M2>
}
