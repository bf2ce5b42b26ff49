// Derivatives of orders.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.argsort %{{.*}}{dtype = i64}{{.*}} -> tensor<3x4xi64>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.scatter_elements %{{.*}}{axis = -1 : i64, reduction = "add"}{{.*}} -> tensor<3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>) -> tensor<f32> {
  %0 = relax.sort %arg0 : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = relax.sum %0 : (tensor<3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.scatter_elements %{{.*}}{axis = -1 : i64, reduction = "add"}{{.*}} -> tensor<3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>) -> tensor<f32> {
  %0:2 = relax.topk %arg0 {k = 2 : i64} : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %1 = relax.sum %0#0 : (tensor<3x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
