// A function that is named twice is an error.
// RUN: relax-opt %s --verify-diagnostics '--relax-lift-transform-params=shared functions=main,main'
// expected-error @+1 {{'relax.func' op stands twice in 'functions', expected each function once}}
relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %w : tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
