// RUN: relax-opt %s --relax-verify-legal --verify-diagnostics

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is an operator that no later pass lowers; lower it with 'relax-legalize-ops'}}
  %0 = relax.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{is an operator that no later pass lowers}}
  %1 = relax.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
