// Derivatives of operators that bring mean and spread to given values.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.add %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x3x1x1xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x3x1x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2, 3>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2, 3>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x3x1x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x3x1x1xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3x2x2xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2, 3>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3x2x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2, 3>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<3xf32>
// CHECK-DAG: relax.add %{{.*}}: tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2x2xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) -> tensor<f32> {
  %result, %mean, %variance = relax.nn.batch_norm %arg0, %arg1, %arg2, %arg3, %arg4 {axis = 1 : i64} : (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>)
  %0 = relax.sum %result : (tensor<2x3x2x2xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<1x3xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<1x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x3xf32>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) -> tensor<f32> {
  %result, %mean, %variance = relax.nn.batch_norm %arg0, %arg1, %arg2, %arg3, %arg4 {axis = -1 : i64, center = false, scale = false, training = true} : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>, tensor<3xf32>)
  %0 = relax.sum %result : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1, 2>, keepdims = true}{{.*}} -> tensor<2x1x1xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1, 2>, keepdims = true}{{.*}} -> tensor<2x1x1xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x1x1xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<2x1x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x3xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1, 2>, keepdims = true}{{.*}} -> tensor<2x1x1xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1, 2>, keepdims = true}{{.*}} -> tensor<2x1x1xf32>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.layer_norm %arg0, %arg1, %arg2 {axes = array<i64: -2, -1>} : (tensor<2x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  %1 = relax.sum %0 : (tensor<2x2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.add %{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.nn.layer_norm %arg0, %arg1, %arg2 {axes = array<i64: -1>, scale = false} : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.add %{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.nn.rms_norm %arg0, %arg1 {axes = array<i64: -1>} : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2, 3>, keepdims = true}{{.*}} -> tensor<2x2x1x1xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2, 3>, keepdims = true}{{.*}} -> tensor<2x2x1x1xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x2x1x1xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<2x2x1x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 3>}{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<4xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 3>}{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<4xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x2x2x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x2x3xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2, 3>, keepdims = true}{{.*}} -> tensor<2x2x1x1xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x2x2x3xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2, 3>, keepdims = true}{{.*}} -> tensor<2x2x1x1xf32>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<2x2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x2x3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x4x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x4x3xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.nn.group_norm %arg0, %arg1, %arg2 {axes = array<i64: 2>, channel_axis = 1 : i64, num_groups = 2 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  %1 = relax.sum %0 : (tensor<2x4x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 3, 1>, keepdims = true}{{.*}} -> tensor<?x1x2x1xf32, #relax.dims<[n, 1, 2, 1]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 3, 1>, keepdims = true}{{.*}} -> tensor<?x1x2x1xf32, #relax.dims<[n, 1, 2, 1]>>
// CHECK-DAG: relax.add %{{.*}} -> tensor<?x1x2x1xf32, #relax.dims<[n, 1, 2, 1]>>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<?x1x2x1xf32, #relax.dims<[n, 1, 2, 1]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<4xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x1x2x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 3, 1>, keepdims = true}{{.*}} -> tensor<?x1x2x1xf32, #relax.dims<[n, 1, 2, 1]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 3, 1>, keepdims = true}{{.*}} -> tensor<?x1x2x1xf32, #relax.dims<[n, 1, 2, 1]>>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3x2x2xf32, #relax.dims<[n, 3, 2, 2]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x3x4xf32, #relax.dims<[n, 3, 4]>>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3x4xf32, #relax.dims<[n, 3, 4]>>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.nn.group_norm %arg0, %arg1, %arg2 {axes = array<i64: 1>, center = false, channel_axis = 2 : i64, num_groups = 2 : i64} : (tensor<?x3x4xf32, #relax.dims<[n, 3, 4]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x3x4xf32, #relax.dims<[n, 3, 4]>>
  %1 = relax.sum %0 : (tensor<?x3x4xf32, #relax.dims<[n, 3, 4]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2>, keepdims = true}{{.*}} -> tensor<2x3x1xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x4xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2>, keepdims = true}{{.*}} -> tensor<2x3x1xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3x1xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<2x3x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x4xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x3x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3x4xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2>, keepdims = true}{{.*}} -> tensor<2x3x1xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3x4xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3x4xf32>
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 2>, keepdims = true}{{.*}} -> tensor<2x3x1xf32>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.nn.instance_norm %arg0, %arg1, %arg2 {axes = array<i64: 2>, channel_axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %1 = relax.sum %0 : (tensor<2x3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
