// Derivatives of convolutions.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.nn.conv2d_transpose %{{.*}}{dilation = array<i64: 1, 1>, output_padding = array<i64: 0, 0>, padding = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1>}{{.*}} -> tensor<2x2x5x5xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x2x5x5xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 2, 1, 0, 3, 4>}{{.*}} -> tensor<2x1x2x5x5xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x5x5xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x3x3x4xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0, 3, 4>}{{.*}} -> tensor<1x3x2x3x4xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<3x2x3x4xf32>
// CHECK-DAG: relax.nn.conv2d %{{.*}}{dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1>}{{.*}} -> tensor<2x3x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0, 2, 3>}{{.*}} -> tensor<3x2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2x5x5xf32>, %arg1: tensor<3x2x3x2xf32>) -> tensor<f32> {
  %0 = relax.nn.conv2d %arg0, %arg1 : (tensor<2x2x5x5xf32>, tensor<3x2x3x2xf32>) -> tensor<2x3x3x4xf32>
  %1 = relax.sum %0 : (tensor<2x3x3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.nn.conv2d_transpose %{{.*}}{dilation = array<i64: 1, 2>, output_padding = array<i64: 1, 0>, padding = array<i64: 1, 0, 1, 1>, strides = array<i64: 2, 1>}{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, (h + 1) floordiv 2 * 2, w]>>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 2>, begin = [#relax.expr<0>], end = [#relax.expr<h>]}{{.*}} -> tensor<?x2x?x?xf32, #dims{{.*}}>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x1x2x?x?xf32, #relax.dims<[n, 1, 2, h, w]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 2, 1, 0, 3, 4>}{{.*}} -> tensor<2x1x?x?x?xf32, #relax.dims<[2, 1, n, h, w]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x?x?x?xf32, #relax.dims<[2, n, h, w]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x1x3x?x?xf32, #relax.dims<[n, 1, 3, (h + 1) floordiv 2, w - 1]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0, 3, 4>}{{.*}} -> tensor<1x3x?x?x?xf32, #relax.dims<[1, 3, n, (h + 1) floordiv 2, w - 1]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<3x?x?x?xf32, #relax.dims<[3, n, (h + 1) floordiv 2, w - 1]>>
// CHECK-DAG: relax.nn.conv2d %{{.*}}{dilation = array<i64: 2, 1>, padding = array<i64: 1, 0, 1, 1>, strides = array<i64: 1, 2>}{{.*}} -> tensor<2x3x?x2xf32, #dims{{.*}}>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0, 2, 3>}{{.*}} -> tensor<3x2x?x2xf32, #dims{{.*}}>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 2>, begin = [#relax.expr<0>], end = [#relax.expr<3>]}{{.*}} -> tensor<3x2x?x2xf32, #dims{{.*}}>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>, %arg1: tensor<3x2x3x2xf32>) -> tensor<f32> {
  %0 = relax.nn.conv2d %arg0, %arg1 {dilation = array<i64: 1, 2>, padding = array<i64: 1, 0, 1, 1>, strides = array<i64: 2, 1>} : (tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>, tensor<3x2x3x2xf32>) -> tensor<?x3x?x?xf32, #relax.dims<[n, 3, (h + 1) floordiv 2, w - 1]>>
  %1 = relax.sum %0 : (tensor<?x3x?x?xf32, #relax.dims<[n, 3, (h + 1) floordiv 2, w - 1]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.nn.conv1d_transpose %{{.*}}{dilation = array<i64: 1>, output_padding = array<i64: 2>, padding = array<i64: 1, 0>, strides = array<i64: 3>}{{.*}} -> tensor<2x2x7xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x2x7xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 2, 1, 0, 3>}{{.*}} -> tensor<2x1x2x7xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x7xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0, 3>}{{.*}} -> tensor<1x3x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<3x2x2xf32>
// CHECK-DAG: relax.nn.conv1d %{{.*}}{dilation = array<i64: 3>, padding = array<i64: 1, 0>, strides = array<i64: 1>}{{.*}} -> tensor<2x3x5xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0, 2>}{{.*}} -> tensor<3x2x5xf32>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 2>, begin = [#relax.expr<0>], end = [#relax.expr<3>]}{{.*}} -> tensor<3x2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2x7xf32>, %arg1: tensor<3x2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.conv1d %arg0, %arg1 {padding = array<i64: 1, 0>, strides = array<i64: 3>} : (tensor<2x2x7xf32>, tensor<3x2x3xf32>) -> tensor<2x3x2xf32>
  %1 = relax.sum %0 : (tensor<2x3x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.nn.conv3d_transpose %{{.*}}{dilation = array<i64: 1, 1, 1>, output_padding = array<i64: 1, 0, 0>, padding = array<i64: 0, 0, 0, 0, 0, 0>, strides = array<i64: 2, 1, 1>}{{.*}} -> tensor<1x2x3x3x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x1x2x3x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 2, 1, 0, 3, 4, 5>}{{.*}} -> tensor<2x1x1x3x3x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x3x3x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x1x2x1x2x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0, 3, 4, 5>}{{.*}} -> tensor<1x2x1x1x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x1x2x2xf32>
// CHECK-DAG: relax.nn.conv3d %{{.*}}{dilation = array<i64: 2, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1>}{{.*}} -> tensor<2x2x3x2x1xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0, 2, 3, 4>}{{.*}} -> tensor<2x2x3x2x1xf32>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 2>, begin = [#relax.expr<0>], end = [#relax.expr<2>]}{{.*}} -> tensor<2x2x2x2x1xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<1x2x3x3x2xf32>, %arg1: tensor<2x2x2x2x1xf32>) -> tensor<f32> {
  %0 = relax.nn.conv3d %arg0, %arg1 {strides = array<i64: 2, 1, 1>} : (tensor<1x2x3x3x2xf32>, tensor<2x2x2x2x1xf32>) -> tensor<1x2x1x2x2xf32>
  %1 = relax.sum %0 : (tensor<1x2x1x2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.nn.conv2d %{{.*}}{dilation = array<i64: 1, 1>, groups = 2 : i64, padding = array<i64: 1, 0, 1, 1>, strides = array<i64: 2, 1>}{{.*}} -> tensor<2x4x3x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x1x6x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 2, 1, 0, 3, 4>}{{.*}} -> tensor<1x2x2x6x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x4x6x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x2x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0, 3, 4>}{{.*}} -> tensor<2x2x2x3x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<4x2x3x2xf32>
// CHECK-DAG: relax.nn.conv2d %{{.*}}{dilation = array<i64: 2, 1>, groups = 2 : i64, padding = array<i64: 1, 0, 1, 1>, strides = array<i64: 1, 1>}{{.*}} -> tensor<1x4x4x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0, 2, 3>}{{.*}} -> tensor<4x1x4x2xf32>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 2>, begin = [#relax.expr<0>], end = [#relax.expr<3>]}{{.*}} -> tensor<4x1x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x4x3x2xf32>, %arg1: tensor<4x1x3x2xf32>) -> tensor<f32> {
  %0 = relax.nn.conv2d_transpose %arg0, %arg1 {groups = 2 : i64, output_padding = array<i64: 1, 0>, padding = array<i64: 1, 0, 1, 1>, strides = array<i64: 2, 1>} : (tensor<2x4x3x2xf32>, tensor<4x1x3x2xf32>) -> tensor<2x2x6x2xf32>
  %1 = relax.sum %0 : (tensor<2x2x6x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.nn.conv1d %{{.*}}{dilation = array<i64: 1>, padding = array<i64: 0, 0>, strides = array<i64: 2>}{{.*}} -> tensor<2x2x4xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x3x9xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 2, 1, 0, 3>}{{.*}} -> tensor<3x1x2x9xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<3x2x9xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x2x4xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0, 3>}{{.*}} -> tensor<1x2x2x4xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x4xf32>
// CHECK-DAG: relax.nn.conv1d %{{.*}}{dilation = array<i64: 2>, padding = array<i64: 0, 0>, strides = array<i64: 1>}{{.*}} -> tensor<3x2x3xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0, 2>}{{.*}} -> tensor<2x3x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2x4xf32>, %arg1: tensor<2x3x3xf32>) -> tensor<f32> {
  %0 = relax.nn.conv1d_transpose %arg0, %arg1 {strides = array<i64: 2>} : (tensor<2x2x4xf32>, tensor<2x3x3xf32>) -> tensor<2x3x9xf32>
  %1 = relax.sum %0 : (tensor<2x3x9xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.nn.conv3d %{{.*}}{dilation = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, strides = array<i64: 1, 2, 1>}{{.*}} -> tensor<1x2x2x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x1x1x3x3x3xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 2, 1, 0, 3, 4, 5>}{{.*}} -> tensor<1x1x1x3x3x3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x1x3x3x3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x1x2x2x2x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0, 3, 4, 5>}{{.*}} -> tensor<1x2x1x2x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x2x2x2xf32>
// CHECK-DAG: relax.nn.conv3d %{{.*}}{dilation = array<i64: 1, 2, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, strides = array<i64: 1, 1, 1>}{{.*}} -> tensor<1x2x2x1x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0, 2, 3, 4>}{{.*}} -> tensor<2x1x2x1x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<1x2x2x2x2xf32>, %arg1: tensor<2x1x2x1x2xf32>) -> tensor<f32> {
  %0 = relax.nn.conv3d_transpose %arg0, %arg1 {strides = array<i64: 1, 2, 1>} : (tensor<1x2x2x2x2xf32>, tensor<2x1x2x1x2xf32>) -> tensor<1x1x3x3x3xf32>
  %1 = relax.sum %0 : (tensor<1x1x3x3x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
