// Derivatives of operators that take elements out.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.grad.take_backward %{{.*}}{axis = 0 : i64}{{.*}} -> tensor<3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<2x2xi64>) -> tensor<f32> {
  %0 = relax.take %arg0, %arg1 {axis = 0 : i64} : (tensor<3x4xf32>, tensor<2x2xi64>) -> tensor<2x2x4xf32>
  %1 = relax.sum %0 : (tensor<2x2x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.grad.take_backward %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>, %arg1: tensor<?x2xi64, #relax.dims<[k, 2]>>) -> tensor<f32> {
  %0 = relax.take %arg0, %arg1 {axis = 1 : i64} : (tensor<?x?xf32, #relax.dims<[n, m]>>, tensor<?x2xi64, #relax.dims<[k, 2]>>) -> tensor<?x?x2xf32, #relax.dims<[n, k, 2]>>
  %1 = relax.sum %0 : (tensor<?x?x2xf32, #relax.dims<[n, k, 2]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros %{{.*}}{dtype = f32}{{.*}} -> tensor<3x3xf32>
// CHECK-DAG: relax.slice_scatter %{{.*}}{end = #relax.expr<3>, start = #relax.expr<1>}{{.*}} -> tensor<3x3xf32>
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<3x3xf32>
// CHECK-DAG: relax.zeros %{{.*}}{dtype = f32}{{.*}} -> tensor<3x7xf32>
// CHECK-DAG: relax.slice_scatter %{{.*}}{axis = 1 : i64, end = #relax.expr<7>, start = #relax.expr<1>, step = 2 : i64}{{.*}} -> tensor<3x7xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x7xf32>) -> tensor<f32> {
  %0 = relax.strided_slice %arg0 {axes = array<i64: 0, 1>, begin = [#relax.expr<-2>, #relax.expr<5>], end = [#relax.expr<99>, #relax.expr<-9>], strides = array<i64: 1, -2>} : (tensor<3x7xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros %{{.*}}{dtype = f32}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.slice_scatter %{{.*}}{axis = 1 : i64, end = #relax.expr<m floordiv 2 * 2 + 1>, start = #relax.expr<1>, step = 2 : i64}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.strided_slice %arg0 {assume_inbound = true, axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<m>], strides = array<i64: 2>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m floordiv 2]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[n, m floordiv 2]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.scatter_elements %{{.*}}{reduction = "add"}{{.*}} -> tensor<3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<2x4xi64>) -> tensor<f32> {
  %0 = relax.gather_elements %arg0, %arg1 : (tensor<3x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  %1 = relax.sum %0 : (tensor<2x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.scatter_nd %{{.*}}{reduction = "add"}{{.*}} -> tensor<3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2xi64>) -> tensor<f32> {
  %0 = relax.gather_nd %arg0, %arg1 : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3xf32>
  %1 = relax.sum %0 : (tensor<3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3x4xf32>
// CHECK-DAG: relax.index_put %{{.*}}{accumulate = true}{{.*}} -> tensor<3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3xi64>, %arg2: tensor<3xi64>) -> tensor<f32> {
  %0 = relax.index_tensor %arg0, %arg1, %arg2 : (tensor<3x4xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xf32>
  %1 = relax.sum %0 : (tensor<3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
