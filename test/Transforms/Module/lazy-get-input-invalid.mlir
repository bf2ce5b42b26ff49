// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-lazy-get-input

// expected-error @+2 {{'relax.func' op cannot request weight 1: expected a tensor whose sizes are known or those of an input, found 'tensor<?xf32, #relax.dims<[m]>>'; relax-bind-symbolic-vars gives sizes their values}}
// expected-note @+1 {{the weight is here}}
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>, %v: tensor<?xf32, #relax.dims<[n]>>, %w: tensor<?xf32, #relax.dims<[m]>>) attributes {num_input = 1 : i64} {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op cannot request the weights of a tuple one by one: expected fields to be taken from it, found 'relax.return'; run --canonicalize first}}
relax.func @main(%p: tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>> attributes {num_input = 0 : i64} {
  // expected-note @+1 {{the use is here}}
  relax.return %p : tuple<tensor<2xf32>>
}
