// A call of what is not there is an error at the call, in every kind of call.
// RUN: relax-opt %s -split-input-file -verify-diagnostics

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{calls @resize2d, expected a 'tir.func' of the module; add it [relax.call_tir R1]}}
  %0 = relax.call_tir @resize2d(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{calls @resize2d, which the module does not define [relax.call R1]}}
  %0 = relax.call @resize2d(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
