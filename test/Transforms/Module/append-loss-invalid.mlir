// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-append-loss

// expected-error @+1 {{expected a relax.func @main with a body, found none; choose one with 'func-name'}}
module {
  relax.func private @loss(%p: tensor<f32>) -> tensor<f32> {
    relax.return %p : tensor<f32>
  }
}

// -----

// expected-error @+1 {{expected a relax.func @loss with a body, found none; choose one with 'loss'}}
module {
  relax.func @main(%p: tensor<f32>) -> tensor<f32> {
    relax.return %p : tensor<f32>
  }
}

// -----

// expected-note @+1 {{it gives 1 here}}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  relax.return %x : tensor<f32>
}
// expected-error @+1 {{'relax.func' op is given the first 1 outputs of @main, expected 1 to 0; choose how many with 'num-outputs'}}
relax.func private @loss() -> tensor<f32> {
  %0 = relax.constant dense<1.0> : tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
// expected-error @+1 {{'relax.func' op is no loss: expected one number, a tensor of floats of rank 0, found 'tensor<4xf32>'; sum it up}}
relax.func private @loss(%p: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %p : tensor<4xf32>
}

// -----

// expected-error @+1 {{'relax.func' op gets a loss in @main_loss, expected that name to be free; choose one with 'new-name'}}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  relax.return %x : tensor<f32>
}
relax.func private @loss(%p: tensor<f32>) -> tensor<f32> {
  relax.return %p : tensor<f32>
}
// expected-note @+1 {{it is here}}
relax.func private @main_loss() {
  relax.return
}

// -----

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
// What does not fit is a call's error.
// expected-error @+2 {{'relax.call' op}}
// expected-note @+1 {{the callee is here}}
relax.func private @loss(%p: tensor<5xf32>) -> tensor<f32> {
  %0 = relax.sum %p : (tensor<5xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
