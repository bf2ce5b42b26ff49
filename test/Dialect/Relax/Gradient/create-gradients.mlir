// Derivatives of operators that make tensors.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<f32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = relax.shape [2, 3] : !relax.shape<[2, 3]>
  %1 = relax.full %0, %arg0 : (!relax.shape<[2, 3]>, tensor<f32>) -> tensor<2x3xf32>
  %2 = relax.sum %1 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<f32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = relax.full_like %arg0, %arg1 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.ones_like %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.zeros_like %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.eye_like %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
