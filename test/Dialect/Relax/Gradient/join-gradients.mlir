// Derivatives of operators that join tensors or cut them apart.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<3>]}{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 1>, begin = [#relax.expr<3>], end = [#relax.expr<4>]}{{.*}} -> tensor<2x1xf32>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 1>, begin = [#relax.expr<4>], end = [#relax.expr<6>]}{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x1xf32>, %arg2: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.concat %arg0, %arg1, %arg2 {axis = -1 : i64} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x6xf32>
  %1 = relax.sum %0 : (tensor<2x6xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<n>]}{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 0>, begin = [#relax.expr<n>], end = [#relax.expr<m + n>]}{{.*}} -> tensor<?x3xf32, #relax.dims<[m, 3]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<?x3xf32, #relax.dims<[m, 3]>>) -> tensor<f32> {
  %0 = relax.concat %arg0, %arg1 {axis = 0 : i64} : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x3xf32, #relax.dims<[m, 3]>>) -> tensor<?x3xf32, #relax.dims<[m + n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[m + n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<1>]}{{.*}} -> tensor<?x1x3xf32, #relax.dims<[n, 1, 3]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<2>]}{{.*}} -> tensor<?x1x3xf32, #relax.dims<[n, 1, 3]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32> {
  %0 = relax.stack %arg0, %arg1 {axis = 1 : i64} : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<?x2x3xf32, #relax.dims<[n, 2, 3]>>
  %1 = relax.sum %0 : (tensor<?x2x3xf32, #relax.dims<[n, 2, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<1x1xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x1xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK-DAG: relax.concat %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<2x5xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x5xf32>) -> tensor<f32> {
  %0:3 = relax.split %arg0 {axis = 1 : i64, indices = array<i64: 1, 3>} : (tensor<2x5xf32>) -> (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
  %1 = relax.sum %0#0 : (tensor<2x1xf32>) -> tensor<f32>
  %2 = relax.sum %0#2 : (tensor<2x2xf32>) -> tensor<f32>
  %3 = relax.add %1, %2 : tensor<f32>
  relax.return %3 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.expand_dims %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<1x1xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<3x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>) -> tensor<f32> {
  %0:2 = relax.meshgrid %arg0, %arg1 : (tensor<3xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>)
  %1 = relax.sum %0#0 : (tensor<3x2xf32>) -> tensor<f32>
  %2 = relax.sum %0#1 : (tensor<3x2xf32>) -> tensor<f32>
  %3 = relax.add %1, %2 : tensor<f32>
  relax.return %3 : tensor<f32>
}
