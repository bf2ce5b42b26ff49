// Ops on the elements of two tensors: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @add_zero(
// CHECK-NEXT: relax.return %arg0
relax.func @add_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = relax.constant dense<0> : tensor<4xi32>
  %0 = relax.add %x, %c : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @add_float_zero(
// CHECK: relax.add
relax.func @add_float_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<0.0> : tensor<4xf32>
  %0 = relax.add %x, %c : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @subtract_zero(
// CHECK-NEXT: relax.return %arg0
relax.func @subtract_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<0.0> : tensor<4xf32>
  %0 = relax.subtract %x, %c : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @subtract_minus_zero(
// CHECK: relax.subtract
relax.func @subtract_minus_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<-0.0> : tensor<4xf32>
  %0 = relax.subtract %x, %c : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @multiply_one(
// CHECK-NEXT: relax.return %arg0
relax.func @multiply_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.multiply %x, %c : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @multiply_two(
// CHECK: relax.multiply
relax.func @multiply_two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<2.0> : tensor<4xf32>
  %0 = relax.multiply %x, %c : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @divide_one(
// CHECK-NEXT: relax.return %arg0
relax.func @divide_one(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = relax.constant dense<1> : tensor<4xi32>
  %0 = relax.divide %x, %c : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @power_one(
// CHECK-NEXT: relax.return %arg0
relax.func @power_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.power %x, %c : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @power_two(
// CHECK-NEXT: %[[SQUARE:.+]] = relax.square %arg0 : tensor<?xf32>
// CHECK-NEXT: relax.return %[[SQUARE]]
relax.func @power_two(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = relax.constant dense<2.0> : tensor<f32>
  %0 = relax.power %x, %c : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// CHECK-LABEL: @power_three(
// CHECK-NEXT: %[[SQUARE:.+]] = relax.square %arg0 : tensor<4xi64>
// CHECK-NEXT: %[[CUBE:.+]] = relax.multiply %[[SQUARE]], %arg0 : tensor<4xi64>
// CHECK-NEXT: relax.return %[[CUBE]]
relax.func @power_three(%x: tensor<4xi64>) -> tensor<4xi64> {
  %c = relax.constant dense<3> : tensor<4xi64>
  %0 = relax.power %x, %c : tensor<4xi64>
  relax.return %0 : tensor<4xi64>
}

// The cube of an f16 would be rounded twice.
// CHECK-LABEL: @power_three_of_few_digits(
// CHECK: relax.power
relax.func @power_three_of_few_digits(%x: tensor<4xf16>) -> tensor<4xf16> {
  %c = relax.constant dense<3.0> : tensor<f16>
  %0 = relax.power %x, %c : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  relax.return %0 : tensor<4xf16>
}

// The exponent gives the result more elements.
// CHECK-LABEL: @power_two_broadcasts(
// CHECK: relax.power
relax.func @power_two_broadcasts(%x: tensor<1xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<2.0> : tensor<4xf32>
  %0 = relax.power %x, %c : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @power_four(
// CHECK: relax.power
relax.func @power_four(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<4.0> : tensor<f32>
  %0 = relax.power %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @multiply_one_broadcasts(
// CHECK: relax.multiply
relax.func @multiply_one_broadcasts(%x: tensor<1xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.multiply %x, %c : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @maximum(
// CHECK-NEXT: relax.return %arg0
relax.func @maximum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.maximum %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @minimum(
// CHECK-NEXT: relax.return %arg0
relax.func @minimum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.minimum %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @bitwise_and(
// CHECK-NEXT: relax.return %arg0
relax.func @bitwise_and(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = relax.bitwise_and %x, %x : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @bitwise_or(
// CHECK-NEXT: relax.return %arg0
relax.func @bitwise_or(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = relax.bitwise_or %x, %x : tensor<4xi32>
  relax.return %0 : tensor<4xi32>
}

// CHECK-LABEL: @logical_and(
// CHECK-NEXT: relax.return %arg0
relax.func @logical_and(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = relax.logical_and %x, %x : tensor<4xi1>
  relax.return %0 : tensor<4xi1>
}

// CHECK-LABEL: @logical_or(
// CHECK-NEXT: relax.return %arg0
relax.func @logical_or(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = relax.logical_or %x, %x : tensor<4xi1>
  relax.return %0 : tensor<4xi1>
}

// CHECK-LABEL: @constant_to_the_right(
// CHECK-NEXT: relax.return %arg0
relax.func @constant_to_the_right(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.multiply %c, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// What is multiplied with ones may be one element, and the result three.
// CHECK-LABEL: @unknown_size(
// CHECK: relax.multiply
relax.func @unknown_size(%x: tensor<*xf32>) -> tensor<*xf32> {
  %c = relax.constant dense<1.0> : tensor<3xf32>
  %0 = relax.multiply %x, %c : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}

// CHECK-LABEL: @unknown_size_by_scalar(
// CHECK-NEXT: relax.return %arg0
relax.func @unknown_size_by_scalar(%x: tensor<*xf32>) -> tensor<*xf32> {
  %c = relax.constant dense<1.0> : tensor<f32>
  %0 = relax.multiply %x, %c : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}
