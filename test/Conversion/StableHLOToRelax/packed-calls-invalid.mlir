// Calls of functions that are registered at run time.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax=packed-calls=solve --verify-diagnostics

func.func @case0(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected a call with results}}
  stablehlo.custom_call @solve(%x) : (tensor<2x4xf32>) -> ()
  return
}

// -----

func.func @case1(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{expected results of known sizes from a registered function}}
  %0 = stablehlo.custom_call @solve(%x) : (tensor<2x4xf32>) -> tensor<?xf32>
  return
}
