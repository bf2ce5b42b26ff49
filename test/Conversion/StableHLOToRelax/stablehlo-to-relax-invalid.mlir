// All obstacles of a module in one run: each kind once, with its number.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --verify-diagnostics --allow-unregistered-dialect

// expected-note@+1 {{comes from here}}
func.func @main(%x: tensor<4xf32>, %i: tensor<2x1xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.new_op' (2 ops) cannot be converted to relax: relax has nothing for it; expected another op, or code without it}}
  %0 = "stablehlo.new_op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note@+1 {{another one is here}}
  %1 = "stablehlo.new_op"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'stablehlo.custom_call' (1 op) cannot be converted to relax: it calls @solve, code that the program does not hold; register a function of that name and name it in 'packed-calls'}}
  %2 = stablehlo.custom_call @solve(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'stablehlo.transpose' (1 op) cannot be converted to relax: expected a permutation of the axes}}
  %3 = stablehlo.transpose %x, dims = [1] : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'stablehlo.add' (1 op) cannot be converted to relax: result #0 follows to be tensor<4xf32>, found tensor<4xi32>}}
  %4 = stablehlo.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return %1 : tensor<4xf32>
}

// -----

func.func @regions(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{expected a region that takes one number each of f32, f32 and gives f32}}
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f64>) {
    stablehlo.return %a : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// A parameter that is clamped as it came, and given back as well.
// expected-note@+1 {{comes from here}}
func.func @complex(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.clamp' (1 op) cannot be converted to relax: expected integers or floats; complex numbers go through arithmetic}}
  %0 = stablehlo.clamp %x, %x, %x : tensor<4xcomplex<f32>>
  return %0, %x : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}

// -----

// expected-note@+1 {{the function is here}}
func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %1 = stablehlo.negate %x : tensor<4xf32>
  // expected-error@+1 {{expected a function that does not call itself}}
  %0 = func.call @recursive(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
