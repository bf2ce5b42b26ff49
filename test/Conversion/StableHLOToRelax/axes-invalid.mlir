// Axes, windows and regions that the ops of the specification do not have.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --verify-diagnostics

// expected-note@+1 {{comes from here}}
func.func @case0(%x: tensor<2x4xf32>, %i: tensor<1xi32>) {
  // expected-error@+1 {{expected axes of its operands and its result, as many as the specification says}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3]>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case1(%x: tensor<2x4xf32>, %i: tensor<1xi32>) {
  // expected-error@+1 {{expected slices that fit the operand}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 5>}> : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case2(%x: tensor<2x4xf32>, %i: tensor<1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{expected axes of its operands, as many as the specification says}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [7]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case3(%x: tensor<2x4xf32>, %i: tensor<1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{expected an update and a result for each operand}}
  "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<1xi32>, tensor<4xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case4(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected axes of the operand}}
  %0 = stablehlo.reverse %x, dims = [2] : tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case5(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected an axis of the result for each axis of the operand}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @case6(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected an axis of the result}}
  %0 = stablehlo.iota dim = 2 : tensor<4xi32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case7(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected a range for each axis}}
  %0 = stablehlo.slice %x [0:1] : (tensor<2x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case8(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected ranges inside the operand, with positive steps}}
  %0 = stablehlo.slice %x [0:3, 0:4] : (tensor<2x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case9(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected tensors and an axis that they have}}
  %0 = stablehlo.concatenate %x, dim = 2 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case10(%x: tensor<2x4xf32>, %p: tensor<f32>) {
  // expected-error@+1 {{expected widths for each axis, none between elements negative, and a number to pad with}}
  %0 = stablehlo.pad %x, %p, low = [0], high = [0], interior = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case11(%x: tensor<2x4xf32>, %p: tensor<f32>) {
  // expected-error@+1 {{expected different axes of the operands}}
  %0 = stablehlo.reduce(%x init: %p) applies stablehlo.add across dimensions = [2] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @case12(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected operands and one result}}
  %0 = "stablehlo.map"() <{dimensions = array<i64>}> ({
    stablehlo.return
  }) : () -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case13(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected an axis of a size that is known or that a parameter has}}
  %0 = stablehlo.get_dimension_size %x, dim = 2 : (tensor<2x4xf32>) -> tensor<i32>
  return
}

// -----

func.func @case14(%x: tensor<4xf32>) {
  // expected-note@+1 {{comes from here}}
  %n = stablehlo.constant dense<0> : tensor<1xi32>
  // expected-error@+1 {{expected positive steps}}
  %0 = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case15(%x: tensor<2x4xf32>, %n: tensor<1xi32>) {
  // expected-error@+1 {{expected sizes that are numbers or follow from sizes of parameters}}
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case16(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected an axis of the operands}}
  %0 = "stablehlo.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case17(%x: tensor<2x4xf32>, %y: tensor<2x3xf32>) {
  // expected-error@+1 {{expected operands of one shape}}
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x4xf32>, tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x3xf32>)
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case18(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected regions that take the operands and give a condition, and what the next turn gets}}
  %0 = stablehlo.while(%a = %x) : tensor<2x4xf32>
  cond {
    stablehlo.return %a : tensor<2x4xf32>
  } do {
    stablehlo.return %a : tensor<2x4xf32>
  }
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @case19(%x: tensor<2x4xf32>, %p: tensor<f32>) {
  // expected-error@+1 {{expected a window with positive entries for each axis}}
  %0 = "stablehlo.reduce_window"(%x, %p) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}
