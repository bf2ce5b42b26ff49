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

// expected-error @+1 {{'relax.func' op gets an optimizer in @optimizer and @optimizer_init, expected these names to be free; choose another one with 'new-name'}}
relax.func @main(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<4xf32>) {
  relax.return
}
// expected-note @+1 {{one is taken here}}
relax.func @optimizer_init() {
  relax.return
}

// -----

// One of both is no second run.
// expected-error @+1 {{'relax.func' op gets an optimizer in @optimizer and @optimizer_init, expected these names to be free}}
relax.func @main(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<4xf32>) {
  relax.return
}
// expected-note @+1 {{one is taken here}}
relax.func @optimizer_init(%params: tuple<tensor<f32>, tensor<4xf32>>) -> tuple<tensor<i64>> {
  %0 = relax.constant dense<0> : tensor<i64>
  %1 = relax.tuple %0 : (tensor<i64>) -> tuple<tensor<i64>>
  relax.return %1 : tuple<tensor<i64>>
}

// -----

// The step would use a size that none of its parameters defines.
// expected-note @+2 {{@main is here}}
// expected-error @+1 {{parameter 2 of @main is trained, expected sizes that trained parameters define, found "n" in 'tensor<?xf32, #relax.dims<[n + 1]>>'; leave it out of 'params', or give it a size of a symbol alone}}
relax.func @main(%x: tensor<f32>, %y: tensor<?xf32, #relax.dims<[n]>>, %z: tensor<?xf32, #relax.dims<[n + 1]>>) {
  relax.return
}
