// What the syntax of StableHLO does not take.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

func.func @same(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected a type or a function type of 2 operands and 1 result, found '(tensor<4xf32>) -> tensor<4xf32>'}}
  %0 = stablehlo.add %x, %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select(%c: tensor<i1>) {
  // expected-error@+1 {{expected a function type of 3 operands and 1 result, found '(tensor<i1>) -> tensor<i1>'}}
  %0 = stablehlo.select %c, %c, %c : (tensor<i1>) -> tensor<i1>
  return
}

// -----

func.func @format(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected a format such as e8m7, found "bf16"}}
  %0 = stablehlo.reduce_precision %x, format = bf16 : tensor<4xf32>
  return
}

// -----

func.func @precision(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected DEFAULT, HIGH or HIGHEST, found "LOW"}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], precision = [LOW, LOW] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @dot(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected batching_dims, contracting_dims or precision, found "axes"}}
  %0 = stablehlo.dot_general %x, %x, axes = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reduce(%x: index) {
  // expected-error@+1 {{expected tensors to reduce, found '(index, index) -> index'}}
  %0 = stablehlo.reduce(%x init: %x) applies stablehlo.add across dimensions = [0] : (index, index) -> index
  return
}

// -----

func.func @axes(%x: tensor<4xf32>, %i: tensor<1xi32>) {
  // expected-error@+1 {{expected a list of axes that this attribute has, found "axes"}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<axes = [0]>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @spatial(%x: tensor<1x3x8xf32>) {
  // expected-error@+1 {{expected an axis b, an axis f and the numbers of the spatial axes}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f, 1]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x8xf32>, tensor<1x3x8xf32>) -> tensor<1x1x1xf32>
  return
}

// -----

func.func @unknown(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.all_gather' has no counterpart in relax, expected the ops of docs/StableHLO.md; a module in generic form (`print_generic_op_form=True`) is read to its end and gets an error for each such op}}
  %0 = stablehlo.all_gather %x, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_function(%x: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'chlo.polygamma' has no counterpart in relax}}
  %0 = chlo.polygamma %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @alias(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected a list of axes that this attribute has, found "axis"}}
  %0 = stablehlo.custom_call @solve(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<axis = [0]>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @complex_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected a tensor of complex numbers, found 'tensor<4xf32>'}}
  %0 = stablehlo.complex %x, %x : tensor<4xf32>
  return
}

// -----

func.func @tuple_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected a tuple, found 'tensor<4xf32>'}}
  %0 = stablehlo.tuple %x : tensor<4xf32>
  return
}

// -----

func.func @stored() {
  // expected-error@+1 {{expected elements of 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>', found 'tensor<2xi16>'}}
  %0 = stablehlo.constant() <{value = dense<3> : tensor<2xi16>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.0e-1>>
  return
}
