// RUN: relax-opt %s --verify-diagnostics --relax-lift-transform-params

// expected-error @+1 {{'relax.func' op has weights to transform in @main_transform_params, expected a free name; rename that function}}
relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %w : tensor<4xf32>
    %2 = relax.add %x, %1 : tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
// expected-note @+1 {{it is here}}
relax.func @main_transform_params() {
  relax.return
}
