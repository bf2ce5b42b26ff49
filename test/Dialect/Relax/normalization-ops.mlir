// Normalization: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>, %p: tensor<4xf32>, %r: tensor<*xf32>) {
  // CHECK: relax.nn.batch_norm {{.*}}{axis = 1 : i64} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.nn.batch_norm {{.*}} -> (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xf32>)
  %0:3 = relax.nn.batch_norm %x, %p, %p, %p, %p {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // CHECK: relax.nn.batch_norm {{.*}}{axis = 1 : i64, center = false, training = true} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.nn.batch_norm {{.*}} -> (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>)
  %1:3 = relax.nn.batch_norm %r, %p, %p, %p, %p {axis = 1 : i64, center = false, training = true} : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // CHECK: relax.nn.layer_norm {{.*}}{axes = array<i64: -1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.layer_norm {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.nn.layer_norm %x, %p, %p {axes = array<i64: -1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.rms_norm {{.*}}{axes = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.rms_norm {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %3 = relax.nn.rms_norm %x, %p {axes = array<i64: 1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.group_norm {{.*}}{axes = array<i64: 2>, channel_axis = 1 : i64, num_groups = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.group_norm {{.*}} -> tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>
  %4 = relax.nn.group_norm %y, %p, %p {axes = array<i64: 2>, channel_axis = 1 : i64, num_groups = 2 : i64} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.instance_norm {{.*}}{axes = array<i64: 2>, channel_axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.instance_norm {{.*}} -> tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>
  %5 = relax.nn.instance_norm %y, %p, %p {axes = array<i64: 2>, channel_axis = 1 : i64} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.instance_norm {{.*}}{axes = array<i64: 2>, channel_axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.instance_norm {{.*}} -> tensor<*xf32>
  %6 = relax.nn.instance_norm %r, %p, %p {axes = array<i64: 2>, channel_axis = 1 : i64} : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}
