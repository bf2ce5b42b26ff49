// Derivatives of operators that combine tensors element by element.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.add %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.add %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.subtract %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.negative %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.subtract %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.multiply %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.multiply %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.divide %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.divide %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.negative %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.divide %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.less %{{.*}} -> tensor<2x3xi1>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.maximum %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.less %{{.*}} -> tensor<?x3xi1, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.maximum %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.greater %{{.*}} -> tensor<2x3xi1>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.minimum %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.greater %{{.*}} -> tensor<?x3xi1, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.minimum %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.atan2 %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.add %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.divide %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.negative %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.atan2 %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.subtract %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.exp %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.exp %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.log_add_exp %arg0, %arg1 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.exp %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.subtract %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.exp %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.log_add_exp %arg0, %arg1 : (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.divide %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.trunc %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.mod %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.divide %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.floor %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.floor_mod %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.floor_divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.add %{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.power %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.log %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.power %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.add %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.power %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<?xf32, #relax.dims<[n]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.log %{{.*}}: tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x?xf32, #relax.dims<[n, m]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x1xf32, #relax.dims<[n, 1]>>, %arg1: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32> {
  %0 = relax.power %arg0, %arg1 : (tensor<?x1xf32, #relax.dims<[n, 1]>>, tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  %1 = relax.sum %0 : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 1>}{{.*}} -> tensor<2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<2x1xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2x1xf32>) -> tensor<f32> {
  %0 = relax.ewise_fma %arg0, %arg1, %arg2 : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0>}{{.*}} -> tensor<3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<3xf32>) -> tensor<f32> {
  %0 = relax.where %arg0, %arg1, %arg2 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x3xf32, #relax.dims<[n, 3]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 0, 1>}{{.*}} -> tensor<f32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x3xi1, #relax.dims<[n, 3]>>, %arg1: tensor<?x3xf32, #relax.dims<[n, 3]>>, %arg2: tensor<1xf32>) -> tensor<f32> {
  %0 = relax.where %arg0, %arg1, %arg2 : (tensor<?x3xi1, #relax.dims<[n, 3]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<1xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
