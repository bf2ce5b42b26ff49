// Quantized numbers that no tensor of relax holds, and ops that take none.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --verify-diagnostics

// expected-note@+1 {{comes from here}}
func.func @narrow(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected floats, and integers of 8 bits and more with a scale for all or for each place of an axis}}
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i4:f32, 5.0e-1>>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @expressed(%x: tensor<4x!quant.uniform<i8:f32, 5.0e-1>>) {
  // expected-error@+1 {{expected floats, and integers of 8 bits and more}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 5.0e-1>>) -> tensor<4xf16>
  return
}

// -----

// A region may do with elements what is no op on floats.
func.func @region(%x: tensor<4x!quant.uniform<i8:f32, 5.0e-1>>, %z: tensor<!quant.uniform<i8:f32, 5.0e-1>>) {
  // expected-error@+1 {{'stablehlo.reduce' (1 op) cannot be converted to relax}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32, 5.0e-1>>, tensor<!quant.uniform<i8:f32, 5.0e-1>>) -> tensor<!quant.uniform<i8:f32, 5.0e-1>>
  return
}
