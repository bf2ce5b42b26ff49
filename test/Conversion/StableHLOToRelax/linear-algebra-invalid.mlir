// Factors, equations, transforms, norms and complex numbers that have no
// counterpart.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --verify-diagnostics

// expected-note@+1 {{comes from here}}
func.func @not_square(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{expected square matrices of floats, found tensor<3x4xf32>}}
  %0 = stablehlo.cholesky %x, lower = true : tensor<3x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @right_side(%x: tensor<3x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error@+1 {{expected square matrices of floats, right sides that fit them and one of NO_TRANSPOSE, TRANSPOSE and ADJOINT, found tensor<3x3xf32>, tensor<4x2xf32> and TRANSPOSE}}
  %0 = "stablehlo.triangular_solve"(%x, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @prime(%x: tensor<4099xf32>) {
  // expected-error@+1 {{expected lengths whose prime factors are at most 2048, found tensor<4099xf32> and lengths [4099]}}
  %0 = stablehlo.fft %x, type = RFFT, length = [4099] : (tensor<4099xf32>) -> tensor<2050xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @length(%x: tensor<8xf32>) {
  // expected-error@+1 {{expected the shapes and types that the lengths and the kind of transform say}}
  %0 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<8xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// Complex numbers have no order; what comes before it is converted.
// expected-note@+1 {{comes from here}}
func.func @clamp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  // expected-error@+1 {{'stablehlo.clamp' (1 op) cannot be converted to relax: expected integers or floats; complex numbers go through arithmetic}}
  %1 = stablehlo.clamp %0, %0, %0 : tensor<4xcomplex<f32>>
  %2 = stablehlo.real %1 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// expected-note@+1 {{comes from here}}
func.func @norm(%x: tensor<2x4xf32>, %s: tensor<3xf32>, %m: tensor<4xf32>) {
  // expected-error@+1 {{expected floats, an axis of features and a number for each of them, found axis 1 and}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %m, %m, %m) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{comes from here}}
func.func @parts(%x: tensor<4x3xi8>) {
  // expected-error@+1 {{expected elements of 8 bits or more, and a last axis of the parts of each wider one, found tensor<4x3xi8> and tensor<4xi32>}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4x3xi8>) -> tensor<4xi32>
  return
}

// -----

func.func @tuple(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected a tuple of which elements are taken at once, found stablehlo.tuple}}
  %0 = stablehlo.tuple %x : tuple<tensor<4xf32>>
  // expected-note@+1 {{the tuple is used here}}
  %1 = stablehlo.tuple %0 : tuple<tuple<tensor<4xf32>>>
  return
}
