// RUN: relax-opt %s --relax-decompose-ops-for-training | FileCheck %s
// RUN: relax-opt %s --relax-decompose-ops-for-training --relax-decompose-ops-for-training | FileCheck %s
// RUN: %same-results=relax-decompose-ops-for-training --tolerance=1e-5

// Mean and variance of the batch, and moving ones that follow them.
// CHECK-LABEL: @trains
// CHECK: %[[MEAN:.*]] = relax.mean %arg0 {axis = array<i64: 0, 2>}
// CHECK: %[[VARIANCE:.*]] = relax.variance %arg0 {axis = array<i64: 0, 2>}
// CHECK: relax.sqrt
// CHECK: %[[KEPT:.*]] = relax.multiply %arg3, %{{.*}} : (tensor<4xf32>, tensor<f32>)
// CHECK: %[[NEW:.*]] = relax.multiply %[[MEAN]],
// CHECK: relax.add %[[KEPT]], %[[NEW]]
// CHECK: relax.multiply %[[VARIANCE]],
// CHECK-NOT: batch_norm
relax.func @trains(%x: tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>, %g: tensor<4xf32>, %b: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = relax.nn.batch_norm %x, %g, %b, %m, %v {axis = 1 : i64, training = true, momentum = 0.25} : (tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>, tensor<4xf32>, tensor<4xf32>)
  relax.return %0#0, %0#1, %0#2 : tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>, tensor<4xf32>, tensor<4xf32>
}

// One that does not train uses what it is given.
// CHECK-LABEL: @infers
// CHECK-NOT: relax.mean
// CHECK: relax.expand_dims %arg1 {axis = array<i64: 0>}
// CHECK-NOT: relax.multiply
// CHECK: relax.return %{{.*}}, %arg1 :
relax.func @infers(%x: tensor<2x4xf64>, %m: tensor<4xf64>) -> (tensor<2x4xf64>, tensor<4xf64>) {
  %v = relax.constant dense<4.0> : tensor<4xf64>
  %0:3 = relax.nn.batch_norm %x, %m, %m, %m, %v {axis = -1 : i64, scale = false} : (tensor<2x4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x4xf64>, tensor<4xf64>, tensor<4xf64>)
  relax.return %0#0, %0#1 : tensor<2x4xf64>, tensor<4xf64>
}

// Parameters stand beside the axes of the norm, the last or not.
// CHECK-LABEL: @layers
// CHECK: relax.mean %arg0 {axis = array<i64: 1>, keepdims = true}
// CHECK: relax.expand_dims %arg1 {axis = array<i64: 0, 2>} : (tensor<4xf32>) -> tensor<1x4x1xf32>
// CHECK: relax.multiply
// CHECK-NOT: layer_norm
relax.func @layers(%x: tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>, %g: tensor<4xf32>) -> tensor<*xf32> {
  %0 = relax.nn.layer_norm %x, %g, %g {axes = array<i64: 1>} : (tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}

// What has narrow elements, ranks that are not known, or axes in another order
// stays; a dead function is no exception.
// CHECK-LABEL: @stays
// CHECK-COUNT-3: relax.nn.layer_norm
relax.func private @stays(%x: tensor<2x4xf16>, %g: tensor<4xf16>, %y: tensor<2x4xf32>, %p: tensor<*xf32>, %q: tensor<4x2xf32>) -> (tensor<2x4xf16>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = relax.nn.layer_norm %x, %g, %g {axes = array<i64: -1>} : (tensor<2x4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<2x4xf16>
  %1 = relax.nn.layer_norm %y, %p, %p {axes = array<i64: -1>} : (tensor<2x4xf32>, tensor<*xf32>, tensor<*xf32>) -> tensor<2x4xf32>
  %2 = relax.nn.layer_norm %y, %q, %q {axes = array<i64: 1, 0>} : (tensor<2x4xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<2x4xf32>
  relax.return %0, %1, %2 : tensor<2x4xf16>, tensor<2x4xf32>, tensor<2x4xf32>
}
