// Ops on each element of one tensor: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @negative(
// CHECK-NEXT: relax.return %arg0
relax.func @negative(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.negative %x : tensor<4xf32>
  %1 = relax.negative %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @bitwise_not(
// CHECK-NEXT: relax.return %arg0
relax.func @bitwise_not(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = relax.bitwise_not %x : tensor<4xi32>
  %1 = relax.bitwise_not %0 : tensor<4xi32>
  relax.return %1 : tensor<4xi32>
}

// CHECK-LABEL: @logical_not(
// CHECK-NEXT: relax.return %arg0
relax.func @logical_not(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = relax.logical_not %x : tensor<4xi1>
  %1 = relax.logical_not %0 : tensor<4xi1>
  relax.return %1 : tensor<4xi1>
}

// CHECK-LABEL: @abs(
// CHECK-NEXT: %[[ONCE:.*]] = relax.abs %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.abs %x : tensor<4xf32>
  %1 = relax.abs %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @sign(
// CHECK-NEXT: %[[ONCE:.*]] = relax.sign %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @sign(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.sign %x : tensor<4xf32>
  %1 = relax.sign %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @ceil(
// CHECK-NEXT: %[[ONCE:.*]] = relax.round %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @ceil(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.round %x : tensor<4xf32>
  %1 = relax.ceil %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @ceil_integers(
// CHECK-NEXT: relax.return %arg0
relax.func @ceil_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = relax.ceil %x : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @floor(
// CHECK-NEXT: %[[ONCE:.*]] = relax.round %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @floor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.round %x : tensor<4xf32>
  %1 = relax.floor %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @floor_integers(
// CHECK-NEXT: relax.return %arg0
relax.func @floor_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = relax.floor %x : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @round(
// CHECK-NEXT: %[[ONCE:.*]] = relax.round %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @round(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.round %x : tensor<4xf32>
  %1 = relax.round %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @round_integers(
// CHECK-NEXT: relax.return %arg0
relax.func @round_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = relax.round %x : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @trunc(
// CHECK-NEXT: %[[ONCE:.*]] = relax.round %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @trunc(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.round %x : tensor<4xf32>
  %1 = relax.trunc %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @trunc_integers(
// CHECK-NEXT: relax.return %arg0
relax.func @trunc_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = relax.trunc %x : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @clip(
// CHECK-NEXT: %[[ONCE:.*]] = relax.clip %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @clip(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.clip %x {max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : tensor<4xf32>
  %1 = relax.clip %0 {max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @other_types(
// CHECK: relax.negative
// CHECK-NEXT: relax.negative
relax.func @other_types(%x: tensor<*xf32>) -> tensor<4xf32> {
  %0 = relax.negative %x : tensor<*xf32>
  %1 = relax.negative %0 : (tensor<*xf32>) -> tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
