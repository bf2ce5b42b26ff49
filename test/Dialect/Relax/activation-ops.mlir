// Activation functions: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: tensor<2xi32>, %p: tensor<4xf32>, %one: tensor<1xf32>) {
  // CHECK: relax.nn.relu {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.relu {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.nn.relu %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.gelu {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.gelu {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.nn.gelu %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.gelu_tanh {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.gelu_tanh {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.nn.gelu_tanh %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.silu {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.silu {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %3 = relax.nn.silu %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.selu {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.selu {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %4 = relax.nn.selu %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.leakyrelu {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.leakyrelu {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %5 = relax.nn.leakyrelu %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.softplus {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.softplus {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %6 = relax.nn.softplus %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.leakyrelu {{.*}}{alpha = 2.000000e-01 : f64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.leakyrelu {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %7 = relax.nn.leakyrelu %x {alpha = 2.000000e-01 : f64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.softplus {{.*}}{beta = 2.000000e+00 : f64, threshold = 1.000000e+00 : f64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.softplus {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %8 = relax.nn.softplus %x {beta = 2.000000e+00 : f64, threshold = 1.000000e+00 : f64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.relu {{.*}}: {{.*}} -> tensor<*xi32>
  // INFER: relax.nn.relu {{.*}}: tensor<2xi32>
  %9 = relax.nn.relu %i : (tensor<2xi32>) -> tensor<*xi32>
  // CHECK: relax.nn.prelu {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.prelu {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %10 = relax.nn.prelu %x, %p : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.prelu {{.*}}{axis = 0 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.prelu {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %11 = relax.nn.prelu %x, %one {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<1xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.softmax {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.softmax {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %12 = relax.nn.softmax %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.log_softmax {{.*}}{axis = 0 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.log_softmax {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %13 = relax.nn.log_softmax %x {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.dropout {{.*}}{rate = 1.000000e-01 : f64} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.nn.dropout {{.*}} -> (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>)
  %14:2 = relax.nn.dropout %x {rate = 1.000000e-01 : f64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}
