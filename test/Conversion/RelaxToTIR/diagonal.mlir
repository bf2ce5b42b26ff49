// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// CHECK-LABEL: relax.func @triangles
// CHECK: tir.func private @tril(
// CHECK: arith.cmpi sle
// CHECK: tir.func private @triu(
// CHECK: arith.cmpi sge
// CHECK: tir.func private @eye_like(
// CHECK: arith.cmpi eq
relax.func @triangles(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.tril %x {k = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = relax.triu %x : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = relax.eye_like %x : (tensor<3x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @made
// CHECK: tir.func private @eye(
// CHECK: arith.cmpi eq
// CHECK: tir.func private @arange(
// CHECK: arith.muli %{{.*}} : index
// CHECK: tir.func private @arange_0(
// CHECK: arith.mulf %{{.*}} : f64
relax.func @made() -> tensor<4xi64> {
  %0 = relax.eye {n = #relax.expr<3>, m = #relax.expr<4>, dtype = f32} : () -> tensor<3x4xf32>
  %1 = relax.arange {start = #relax.expr<3>, end = #relax.expr<11>, step = #relax.expr<2>, dtype = i64} : () -> tensor<4xi64>
  %2 = relax.arange {start = 1.0, end = 0.0, step = -0.25, dtype = f32} : () -> tensor<4xf32>
  relax.return %1 : tensor<4xi64>
}
