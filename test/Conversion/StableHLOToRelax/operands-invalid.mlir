// Operands that the ops of the specification do not have.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --verify-diagnostics

// expected-note@+1 {{comes from here}}
func.func @case0(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected pairs of different axes of the operands}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [2] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case1(%x: tensor<2x4xf32>, %y: tensor<2x4xf16>) {
  // expected-error@+1 {{expected operands of one type of numbers}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf16>) -> tensor<4x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case2(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error@+1 {{expected a positive entry of the window for each spatial axis}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case3(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error@+1 {{expected groups of features, or of a batch of known size that they divide, found 1 and 2}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case4(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error@+1 {{expected axes of the operands and the result}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case5(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected 1 to 3 spatial axes}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @case6(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected a condition}}
  stablehlo.custom_call @shape_assertion() : () -> ()
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case7(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected a number and branches that give the results}}
  %0 = "stablehlo.case"(%x) ({
    stablehlo.return %x : tensor<2x4xf32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case9(%x: tensor<2x4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{expected operands and a result of one shape}}
  %0 = stablehlo.add %x, %y : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case10(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected the format e8m7 or e5m10 of a wider float}}
  %0 = stablehlo.reduce_precision %x, format = e4m3 : tensor<2x4xf32>
  return
}

// -----

func.func @case11(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{its operands have elements of types that the op does not take}}
  %0 = stablehlo.and %x, %x : tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case12(%x: tensor<4xf64>) {
  // expected-error@+1 {{expected floats of at most 32 bits}}
  %0 = chlo.erfc %x : tensor<4xf64> -> tensor<4xf64>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @gamma_of_f64(%x: tensor<4xf64>) {
  // expected-error@+1 {{expected floats of at most 32 bits, found f64}}
  %0 = chlo.lgamma %x : tensor<4xf64> -> tensor<4xf64>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case13(%x: tensor<2x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expected a start and a size for each axis}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<2x4xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case14(%x: tensor<2x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expected a slice that fits the operand}}
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [3, 1] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x1xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case15(%x: tensor<2x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expected an update like the operand and a start for each axis}}
  %0 = stablehlo.dynamic_update_slice %x, %x, %i : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case16(%x: tensor<2x4xf32>, %y: tensor<3x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expected an update that fits the operand}}
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return
}
