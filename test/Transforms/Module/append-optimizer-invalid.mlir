// RUN: relax-opt %s --split-input-file --verify-diagnostics '--relax-append-optimizer=params=0,2'

// expected-error @+1 {{expected a relax.func @main with a body, found none; choose one with 'func-name'}}
module {
  relax.func @fine(%p: tensor<f32>) -> tensor<f32> attributes {num_input = 1 : i64} {
    relax.return %p : tensor<f32>
  }
}

// -----

// expected-error @+1 {{'relax.func' op expected 'params' to be below its number of parameters, 2, found 2}}
relax.func @main(%x: tensor<f32>, %y: tensor<f32>) {
  relax.return
}

// -----

// expected-error @+2 {{parameter 2 of @main is trained, expected a tensor of floats of known rank, found 'tensor<4xi32>'; leave it out of 'params'}}
// expected-note @+1 {{@main is here}}
relax.func @main(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<4xi32>) {
  relax.return
}

// -----

// expected-note @+2 {{the first one is here}}
// expected-error @+1 {{parameter 2 of @main is trained with one of elements 'f32', expected the same, found 'f16'; make an optimizer for each with 'params' and 'new-name'}}
relax.func @main(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<4xf16>) {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op gets an optimizer in @optimizer_init, expected that name to be free; choose one with 'new-name'}}
relax.func @main(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<4xf32>) {
  relax.return
}
// expected-note @+1 {{it is here}}
relax.func @optimizer_init() {
  relax.return
}
