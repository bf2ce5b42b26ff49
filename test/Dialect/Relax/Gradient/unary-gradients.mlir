// Derivatives of operators that map each element of one tensor.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sign %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.abs %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.asinh %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.atan %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sin %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.cos %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.sinh %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.cosh %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.exp %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.erf %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.exp %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32> {
  %0 = relax.exp %arg0 : tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.negative %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.sigmoid %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.cos %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.sin %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.cosh %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.sinh %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.square %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.tanh %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.negative %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.acos %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.asin %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.atanh %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.tan %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.log %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.rsqrt %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.divide %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.sqrt %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<2x3xf32>
// CHECK-DAG: relax.rsqrt %{{.*}}: tensor<2x3xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x3xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.acosh %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.ceil %arg0 : tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.floor %arg0 : tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.round %arg0 : tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.sign %arg0 : tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.trunc %arg0 : tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.equal %{{.*}} -> tensor<2x4xi1>
// CHECK-DAG: relax.where %{{.*}} -> tensor<2x4xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x4xf32>) -> tensor<f32> {
  %0 = relax.clip %arg0 {max = 5.000000e-01 : f64, min = -1.000000e+00 : f64} : tensor<2x4xf32>
  %1 = relax.sum %0 : (tensor<2x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.astype %arg0 {dtype = f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.wrap_param %arg0 {dtype = f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
