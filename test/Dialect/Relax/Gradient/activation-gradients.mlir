// Derivatives of activation functions.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.greater %{{.*}} -> tensor<2x3xi1>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.relu %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.erf %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.exp %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.gelu %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.tanh %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.gelu_tanh %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sigmoid %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.silu %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.greater %{{.*}} -> tensor<2x3xi1>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.selu %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.greater %{{.*}} -> tensor<2x3xi1>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.leakyrelu %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.greater %{{.*}} -> tensor<2x3xi1>
// CHECK-DAG: relax.sigmoid %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.softplus %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.less %{{.*}} -> tensor<2x3x2xi1>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x3x1xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3x2xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 2>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2xf32>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.nn.prelu %arg0, %arg1 : (tensor<2x3x2xf32>, tensor<3xf32>) -> tensor<2x3x2xf32>
  %1 = relax.sum %0 : (tensor<2x3x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.less %{{.*}} -> tensor<?x3xi1, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32> {
  %0 = relax.nn.prelu %arg0, %arg1 {axis = 0 : i64} : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: -1>, keepdims = true}{{.*}} -> tensor<2x1xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.softmax %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.nn.softmax %arg0 {axis = 0 : i64} : tensor<?x?xf32, #relax.dims<[n, m]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: -1>, keepdims = true}{{.*}} -> tensor<2x1xf32>
// CHECK-DAG: relax.exp %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.log_softmax %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>, keepdims = true}{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.exp %{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.nn.log_softmax %arg0 {axis = 0 : i64} : tensor<?x?xf32, #relax.dims<[n, m]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %result, %mask = relax.nn.dropout %arg0 : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %0 = relax.sum %result : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
