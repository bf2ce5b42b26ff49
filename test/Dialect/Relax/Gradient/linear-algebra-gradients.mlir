// Derivatives of products of matrices.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0>}{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0>}{{.*}} -> tensor<3x2xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>) -> tensor<f32> {
  %0 = relax.matmul %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0>}{{.*}} -> tensor<2x?xf32, #relax.dims<[2, k]>>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, k]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0>}{{.*}} -> tensor<?x?xf32, #relax.dims<[k, n]>>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<?x2xf32, #relax.dims<[k, 2]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, k]>>, %arg1: tensor<?x2xf32, #relax.dims<[k, 2]>>) -> tensor<f32> {
  %0 = relax.matmul %arg0, %arg1 : (tensor<?x?xf32, #relax.dims<[n, k]>>, tensor<?x2xf32, #relax.dims<[k, 2]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  %1 = relax.sum %0 : (tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<2xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2xf32>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.outer %arg0, %arg1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.einsum %{{.*}}{subscripts = "ik,kj->ij"}{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.einsum %{{.*}}{subscripts = "ik,ij->kj"}{{.*}} -> tensor<4x3xf32>
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<4x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<4x3xf32>) -> tensor<f32> {
  %0 = relax.einsum %arg0, %arg1 {subscripts = "ij,kj->ik"} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relax.sum %0 : (tensor<2x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
