// Derivatives of operators that move elements of one tensor.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x6xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x6xf32>) -> tensor<f32> {
  %0 = relax.shape [3, 4] : !relax.shape<[3, 4]>
  %1 = relax.reshape %arg0, %0 : (tensor<2x6xf32>, !relax.shape<[3, 4]>) -> tensor<3x4xf32>
  %2 = relax.sum %1 : (tensor<3x4xf32>) -> tensor<f32>
  relax.return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x6xf32, #relax.dims<[n, 6]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x6xf32, #relax.dims<[n, 6]>>) -> tensor<f32> {
  %0 = relax.shape [n * 2, 3] : !relax.shape<[n * 2, 3]>
  %1 = relax.reshape %arg0, %0 : (tensor<?x6xf32, #relax.dims<[n, 6]>>, !relax.shape<[n * 2, 3]>) -> tensor<?x3xf32, #relax.dims<[n * 2, 3]>>
  %2 = relax.sum %1 : (tensor<?x3xf32, #relax.dims<[n * 2, 3]>>) -> tensor<f32>
  relax.return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.flatten %arg0 : (tensor<2x3x2xf32>) -> tensor<12xf32>
  %1 = relax.sum %0 : (tensor<12xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x3x2xf32, #relax.dims<[n, 3, 2]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3x2xf32, #relax.dims<[n, 3, 2]>>) -> tensor<f32> {
  %0 = relax.flatten %arg0 : (tensor<?x3x2xf32, #relax.dims<[n, 3, 2]>>) -> tensor<?xf32, #relax.dims<[n * 6]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[n * 6]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.nn.batch_flatten %arg0 : (tensor<2x3x2xf32>) -> tensor<2x6xf32>
  %1 = relax.sum %0 : (tensor<2x6xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x3x2xf32, #relax.dims<[n, 3, 2]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3x2xf32, #relax.dims<[n, 3, 2]>>) -> tensor<f32> {
  %0 = relax.nn.batch_flatten %arg0 : (tensor<?x3x2xf32, #relax.dims<[n, 3, 2]>>) -> tensor<?x6xf32, #relax.dims<[n, 6]>>
  %1 = relax.sum %0 : (tensor<?x6xf32, #relax.dims<[n, 6]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 2, 0>}{{.*}} -> tensor<2x3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>) -> tensor<f32> {
  %0 = relax.permute_dims %arg0 {axes = array<i64: 2, 0, 1>} : (tensor<2x3x2xf32>) -> tensor<2x2x3xf32>
  %1 = relax.sum %0 : (tensor<2x2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 1, 0>}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.permute_dims %arg0 : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[m, n]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.expand_dims %arg0 {axis = array<i64: 0, -1>} : (tensor<2x3xf32>) -> tensor<1x2x3x1xf32>
  %1 = relax.sum %0 : (tensor<1x2x3x1xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x1x?xf32, #relax.dims<[n, 1, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x1x?xf32, #relax.dims<[n, 1, m]>>) -> tensor<f32> {
  %0 = relax.squeeze %arg0 {axis = array<i64: 1>} : (tensor<?x1x?xf32, #relax.dims<[n, 1, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<3x1xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x1xf32>) -> tensor<f32> {
  %0 = relax.shape [2, 3, 4] : !relax.shape<[2, 3, 4]>
  %1 = relax.broadcast_to %arg0, %0 : (tensor<3x1xf32>, !relax.shape<[2, 3, 4]>) -> tensor<2x3x4xf32>
  %2 = relax.sum %1 : (tensor<2x3x4xf32>) -> tensor<f32>
  relax.return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2>}{{.*}} -> tensor<?xf32, #relax.dims<[n]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x1xf32, #relax.dims<[n, 1]>>) -> tensor<f32> {
  %0 = relax.shape [2, n, 4] : !relax.shape<[2, n, 4]>
  %1 = relax.broadcast_to %arg0, %0 : (tensor<?x1xf32, #relax.dims<[n, 1]>>, !relax.shape<[2, n, 4]>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
  %2 = relax.sum %1 : (tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>) -> tensor<f32>
  relax.return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x3x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x4xf32>) -> tensor<f32> {
  %0 = relax.shape [3, 1] : !relax.shape<[3, 1]>
  %1 = relax.collapse_sum_to %arg0, %0 : (tensor<2x3x4xf32>, !relax.shape<[3, 1]>) -> tensor<3x1xf32>
  %2 = relax.sum %1 : (tensor<3x1xf32>) -> tensor<f32>
  relax.return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.broadcast_to %{{.*}} -> tensor<2x3x4xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3x1xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3x1xf32>) -> tensor<f32> {
  %0 = relax.collapse_sum_like %arg0, %arg1 : (tensor<2x3x4xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  %1 = relax.sum %0 : (tensor<3x1xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.flip %{{.*}}{axis = 1 : i64}{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.flip %arg0 {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x?x2xf32, #relax.dims<[n, m, 2]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 2>}{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.repeat %arg0 {axis = 1 : i64, repeats = 2 : i64} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m * 2]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[n, m * 2]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<6x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<6xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.repeat %arg0 {repeats = 3 : i64} : (tensor<2x3xf32>) -> tensor<18xf32>
  %1 = relax.sum %0 : (tensor<18xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1x2x3x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 1, 3>}{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.tile %arg0 {repeats = array<i64: 2, 1, 3>} : (tensor<2x3xf32>) -> tensor<2x2x9xf32>
  %1 = relax.sum %0 : (tensor<2x2x9xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 0>, begin = [#relax.expr<1>], end = [#relax.expr<n + 1>]}{{.*}} -> tensor<?x6xf32, #relax.dims<[n, 6]>>
// CHECK-DAG: relax.strided_slice %{{.*}}{axes = array<i64: 1>, begin = [#relax.expr<2>], end = [#relax.expr<5>]}{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32> {
  %0 = relax.nn.pad %arg0 {pad_value = 5.000000e-01 : f64, pad_width = array<i64: 1, 0, 2, 1>} : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<?x6xf32, #relax.dims<[n + 1, 6]>>
  %1 = relax.sum %0 : (tensor<?x6xf32, #relax.dims<[n + 1, 6]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x2x2x2x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 5, 2, 4>}{{.*}} -> tensor<1x2x2x2x2x3xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x8x2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<1x8x2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.pixel_shuffle %arg0 {upscale_factor = 2 : i64} : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  %1 = relax.sum %0 : (tensor<1x2x4x6xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.reverse_sequence %{{.*}}{batch_axis = 1 : i64, seq_axis = 0 : i64}{{.*}} -> tensor<3x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<3x2xf32>, %arg1: tensor<2xi64>) -> tensor<f32> {
  %0 = relax.reverse_sequence %arg0, %arg1 {batch_axis = 1 : i64, seq_axis = 0 : i64} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  %1 = relax.sum %0 : (tensor<3x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.tril %{{.*}}{k = 1 : i64}{{.*}} -> tensor<2x3x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x3xf32>) -> tensor<f32> {
  %0 = relax.tril %arg0 {k = 1 : i64} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %1 = relax.sum %0 : (tensor<2x3x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.triu %{{.*}}{k = 1 : i64}{{.*}} -> tensor<2x3x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x3xf32>) -> tensor<f32> {
  %0 = relax.triu %arg0 {k = 1 : i64} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %1 = relax.sum %0 : (tensor<2x3x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
