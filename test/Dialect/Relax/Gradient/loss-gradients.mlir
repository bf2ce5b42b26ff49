// Derivatives of losses.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<f32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<f32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.nn.cross_entropy_with_logits %arg0, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %1 = relax.sum %0 : (tensor<f32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<f32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<f32>
// CHECK-DAG: relax.shape_to_tensor %{{.*}} -> tensor<1xi64>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<i64>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<f32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<f32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32> {
  %0 = relax.nn.cross_entropy_with_logits %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  %1 = relax.sum %0 : (tensor<f32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<f32>
// CHECK-DAG: relax.grad.nll_loss_backward %{{.*}} -> tensor<3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3xi64>) -> tensor<f32> {
  %0 = relax.nn.nll_loss %arg0, %arg1 : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  %1 = relax.sum %0 : (tensor<f32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<f32>
// CHECK-DAG: relax.grad.nll_loss_backward %{{.*}}{ignore_index = 1 : i64}{{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x4xf32, #relax.dims<[n, 4]>>, %arg1: tensor<?xi64, #relax.dims<[n]>>) -> tensor<f32> {
  %0 = relax.nn.nll_loss %arg0, %arg1 {ignore_index = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<f32>
  %1 = relax.sum %0 : (tensor<f32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
