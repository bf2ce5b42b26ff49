// Ops of relax where there are some, programs elsewhere; calls are written out.
// RUN: relax-opt %s --convert-stablehlo-to-relax | FileCheck %s
// RUN: relax-opt %s --convert-stablehlo-to-relax > %t.mlir
// RUN: relax-opt %t.mlir --convert-stablehlo-to-relax | diff %t.mlir -
// RUN: relax-compile %s -o %t.so -O0
// RUN: relax-run %t.so --function=counts --input=3xf32="1 2 3" --output=- | FileCheck %s --check-prefix=RESULT

// RESULT: 8
// RESULT-SAME: 16
// RESULT-SAME: 24

// CHECK-LABEL: relax.func @layer(
// CHECK: %[[P:.*]] = relax.matmul
// CHECK: relax.broadcast_to
// CHECK: relax.add
// CHECK: relax.max
// CHECK-NOT: func.func
func.func @layer(%x: tensor<2x4xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %1 = func.call @bias(%0, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

func.func private @bias(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %x, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// Three turns are written out.
// CHECK-LABEL: relax.func @counts(
// CHECK-COUNT-3: relax.add
// CHECK-NOT: relax.if
func.func @counts(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %s, %s : tensor<3xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<3xf32>
  }
  return %0#1 : tensor<3xf32>
}

// A number of turns that the data say takes a function that calls itself.
// CHECK-LABEL: relax.func @until(
// CHECK: relax.call @while
func.func @until(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%i = %x) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %i : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// CHECK-LABEL: relax.func @choose(
// CHECK: relax.if
// CHECK: relax.negative
func.func @choose(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Sizes that are asserted to be equal have one name.
// CHECK-LABEL: relax.func @sizes(
// CHECK-SAME: #relax.dims<[s0, 4]>>, %{{.*}}: tensor<?xf32, #relax.dims<[s0]>>
// CHECK-NOT: assert
// CHECK: relax.reshape
func.func @sizes(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x4xf32>) {
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2, %0) {error_message = "other sizes", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %3 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.multiply %3, %four : tensor<1xi32>
  %5 = stablehlo.dynamic_reshape %x, %4 : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %6 = stablehlo.concatenate %3, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %7 = stablehlo.dynamic_broadcast_in_dim %y, %6, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %5, %7 : tensor<?xf32>, tensor<?x4xf32>
}
