// Derivatives of poolings.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.grad.max_pool2d_backward %{{.*}}{padding = array<i64: 1, 0, 1, 1>, pool_size = array<i64: 3, 2>, strides = array<i64: 2, 1>}{{.*}} -> tensor<1x2x5x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<1x2x5x4xf32>) -> tensor<f32> {
  %0 = relax.nn.max_pool2d %arg0 {padding = array<i64: 1, 0, 1, 1>, pool_size = array<i64: 3, 2>, strides = array<i64: 2, 1>} : (tensor<1x2x5x4xf32>) -> tensor<1x2x3x4xf32>
  %1 = relax.sum %0 : (tensor<1x2x3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.grad.max_pool2d_backward %{{.*}}{layout = "NHWC", pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>}{{.*}} -> tensor<?x?x?x1xf32, #relax.dims<[n, h, w, 1]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?x?x1xf32, #relax.dims<[n, h, w, 1]>>) -> tensor<f32> {
  %0 = relax.nn.max_pool2d %arg0 {layout = "NHWC", pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x?x?x1xf32, #relax.dims<[n, h, w, 1]>>) -> tensor<?x?x?x1xf32, #relax.dims<[n, h floordiv 2, w floordiv 2, 1]>>
  %1 = relax.sum %0 : (tensor<?x?x?x1xf32, #relax.dims<[n, h floordiv 2, w floordiv 2, 1]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 2>}{{.*}} -> tensor<2x2x1x4xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 2>}{{.*}} -> tensor<2x2x1x7xf32>
// CHECK-DAG: relax.grad.max_pool2d_backward %{{.*}}{ceil_mode = true, padding = array<i64: 0, 1, 0, 1>, pool_size = array<i64: 1, 3>, strides = array<i64: 1, 2>}{{.*}} -> tensor<2x2x1x7xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x7xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2x7xf32>) -> tensor<f32> {
  %0 = relax.nn.max_pool1d %arg0 {ceil_mode = true, padding = array<i64: 1, 1>, pool_size = array<i64: 3>, strides = array<i64: 2>} : (tensor<2x2x7xf32>) -> tensor<2x2x4xf32>
  %1 = relax.sum %0 : (tensor<2x2x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.grad.avg_pool2d_backward %{{.*}}{padding = array<i64: 1, 0, 1, 1>, pool_size = array<i64: 3, 2>, strides = array<i64: 2, 1>}{{.*}} -> tensor<1x2x5x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<1x2x5x4xf32>) -> tensor<f32> {
  %0 = relax.nn.avg_pool2d %arg0 {padding = array<i64: 1, 0, 1, 1>, pool_size = array<i64: 3, 2>, strides = array<i64: 2, 1>} : (tensor<1x2x5x4xf32>) -> tensor<1x2x3x4xf32>
  %1 = relax.sum %0 : (tensor<1x2x3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.grad.avg_pool2d_backward %{{.*}}{layout = "NHWC", pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>}{{.*}} -> tensor<?x?x?x1xf32, #relax.dims<[n, h, w, 1]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?x?x1xf32, #relax.dims<[n, h, w, 1]>>) -> tensor<f32> {
  %0 = relax.nn.avg_pool2d %arg0 {layout = "NHWC", pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x?x?x1xf32, #relax.dims<[n, h, w, 1]>>) -> tensor<?x?x?x1xf32, #relax.dims<[n, h floordiv 2, w floordiv 2, 1]>>
  %1 = relax.sum %0 : (tensor<?x?x?x1xf32, #relax.dims<[n, h floordiv 2, w floordiv 2, 1]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 2>}{{.*}} -> tensor<2x2x1x4xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 2>}{{.*}} -> tensor<2x2x1x7xf32>
// CHECK-DAG: relax.grad.avg_pool2d_backward %{{.*}}{ceil_mode = true, padding = array<i64: 0, 1, 0, 1>, pool_size = array<i64: 1, 3>, strides = array<i64: 1, 2>}{{.*}} -> tensor<2x2x1x7xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x7xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2x7xf32>) -> tensor<f32> {
  %0 = relax.nn.avg_pool1d %arg0 {ceil_mode = true, padding = array<i64: 1, 1>, pool_size = array<i64: 3>, strides = array<i64: 2>} : (tensor<2x2x7xf32>) -> tensor<2x2x4xf32>
  %1 = relax.sum %0 : (tensor<2x2x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
