// Derivatives of operators that put elements in.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<1x4xf32>
// CHECK-DAG: relax.scatter_elements %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.gather_elements %{{.*}} -> tensor<1x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<1x4xi64>, %arg2: tensor<1x4xf32>) -> tensor<f32> {
  %0 = relax.scatter_elements %arg0, %arg1, %arg2 : (tensor<3x4xf32>, tensor<1x4xi64>, tensor<1x4xf32>) -> tensor<3x4xf32>
  %1 = relax.sum %0 : (tensor<3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x4xf32>
// CHECK-DAG: relax.scatter_nd %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.gather_nd %{{.*}} -> tensor<2x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<2x1xi64>, %arg2: tensor<2x4xf32>) -> tensor<f32> {
  %0 = relax.scatter_nd %arg0, %arg1, %arg2 : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %1 = relax.sum %0 : (tensor<3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.slice_scatter %{{.*}}{end = #relax.expr<4>, start = #relax.expr<1>, step = 2 : i64}{{.*}} -> tensor<5x2xf32>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 0>, begin = [#relax.expr<1>], end = [#relax.expr<4>], strides = array<i64: 2>}{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<5x2xf32>, %arg1: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.slice_scatter %arg0, %arg1 {end = #relax.expr<4>, start = #relax.expr<1>, step = 2 : i64} : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  %1 = relax.sum %0 : (tensor<5x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x4xf32>
// CHECK-DAG: relax.index_put %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.index_tensor %{{.*}} -> tensor<2x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2x4xf32>) -> tensor<f32> {
  %0 = relax.index_put %arg0, %arg1, %arg2 : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  %1 = relax.sum %0 : (tensor<3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
