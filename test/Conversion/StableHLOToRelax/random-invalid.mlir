// Random numbers that no generator gives, and widths that nobody knows.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --verify-diagnostics

// expected-note@+1 {{comes from here}}
func.func @state(%s: tensor<3xui64>) {
  // expected-error@+1 {{expected a state of 2 ui64, with PHILOX 2 or 3, and integers of known sizes, found tensor<3xui64> and tensor<3xui64>, tensor<4xui32>}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @floats(%s: tensor<2xui64>) {
  // expected-error@+1 {{expected a state of 2 ui64, with PHILOX 2 or 3, and integers}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xf32>)
  return
}

// -----

// expected-note@+2 {{tensor<f32> comes from here}}
// expected-note@+1 {{tensor<1xi64> comes from here}}
func.func @sizes(%a: tensor<f32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{expected known sizes and two numbers of the result's type, with NORMAL floats}}
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @widths(%x: tensor<1x8x3xf32>, %w: tensor<3x3x5xf32>, %p: tensor<1x2xi64>) {
  // expected-error@+1 {{expected two widths for each spatial axis, which are numbers or follow from sizes of parameters}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x5xf32>, tensor<1x2xi64>) -> tensor<1x?x5xf32>
  return
}
