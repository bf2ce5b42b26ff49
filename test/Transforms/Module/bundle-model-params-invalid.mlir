// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-bundle-model-params
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-lift-transform-params

// expected-error @+1 {{'relax.func' op is used in the module, where its weights are given; expected no 'num_input', or calls from outside only}}
relax.func @called(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %w : tensor<4xf32>
    %2 = relax.add %x, %1 : tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+1 {{a use is here}}
  %0 = relax.call @called(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
