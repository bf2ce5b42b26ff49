// Derivatives of reductions and running sums.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<1x1xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.sum %arg0 {axis = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.sum %arg0 {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<1x1xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.divide %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.mean %arg0 {axis = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.shape_to_tensor %{{.*}} -> tensor<1xi64>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<i64>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<f32>
// CHECK-DAG: relax.divide %{{.*}} -> tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.mean %arg0 {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.divide %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.variance %arg0 {axis = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.shape_to_tensor %{{.*}} -> tensor<1xi64>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<i64>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<f32>
// CHECK-DAG: relax.divide %{{.*}} -> tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.variance %arg0 {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.divide %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x2xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.std %arg0 {axis = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.mean %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.shape_to_tensor %{{.*}} -> tensor<1xi64>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<i64>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<f32>
// CHECK-DAG: relax.divide %{{.*}} -> tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.divide %{{.*}}: tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.std %arg0 {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.equal %{{.*}} -> tensor<2x3x2xi1>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x1x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.max %arg0 {axis = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.equal %{{.*}} -> tensor<?x?xi1, #relax.dims<[n, m]>>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.divide %{{.*}}: tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.max %arg0 {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.equal %{{.*}} -> tensor<2x3x2xi1>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 1>, keepdims = true}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x1x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.min %arg0 {axis = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.equal %{{.*}} -> tensor<?x?xi1, #relax.dims<[n, m]>>
// CHECK-DAG: relax.astype %{{.*}}{dtype = f32}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.divide %{{.*}}: tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.min %arg0 {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1>}{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.flip %{{.*}}{axis = 2 : i64}{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.cumprod %{{.*}}{axis = 2 : i64, exclusive = true}{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.flip %{{.*}}{axis = 2 : i64}{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.cumprod %{{.*}}{axis = 2 : i64, exclusive = true}{{.*}} -> tensor<2x2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x3xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1>}{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2x1x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.prod %arg0 {axis = array<i64: 1>} : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0>}{{.*}} -> tensor<?x?xf32, #relax.dims<[m, n]>>
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<?x?xf32, #relax.dims<[m, n]>>
// CHECK-DAG: relax.cumprod %{{.*}}{axis = 1 : i64, exclusive = true}{{.*}} -> tensor<?x?xf32, #relax.dims<[m, n]>>
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<?x?xf32, #relax.dims<[m, n]>>
// CHECK-DAG: relax.cumprod %{{.*}}{axis = 1 : i64, exclusive = true}{{.*}} -> tensor<?x?xf32, #relax.dims<[m, n]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x?xf32, #relax.dims<[m, n]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0>}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.prod %arg0 {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.cumsum %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.cumsum %arg0 {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.cumsum %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.cumsum %arg0 {axis = 1 : i64} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
