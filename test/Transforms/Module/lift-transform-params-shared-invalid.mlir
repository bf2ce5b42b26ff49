// RUN: relax-opt %s --split-input-file --verify-diagnostics '--relax-lift-transform-params=shared functions=main,other'

relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) attributes {num_input = 1 : i64} {
  relax.return
}
// expected-note @-3 {{@main is here}}
// expected-error @+1 {{'relax.func' op shares its weights with @main, expected weights of types ('tensor<4xf32>'), found ('tensor<5xf32>'); say with 'functions' which ones share them}}
relax.func @other(%x: tensor<4xf32>, %w: tensor<5xf32>) attributes {num_input = 1 : i64} {
  relax.return
}

// -----

// expected-error @+1 {{expected a relax.func @other with inputs and weights, and a body without explicit memory, found none; name another one in 'functions'}}
module {
  relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) attributes {num_input = 1 : i64} {
    relax.return
  }
  // expected-note @+1 {{@other is here}}
  relax.func @other(%x: tensor<4xf32>) {
    relax.return
  }
}

// -----

// expected-error @+1 {{'relax.func' op has weights to transform in @transform_params, expected a free name; rename that function}}
relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %w : tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
relax.func @other(%x: tensor<2xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %w : tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
// expected-note @+1 {{it is here}}
relax.func @transform_params() {
  relax.return
}
