// What has no derivative is said, with what to do.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-gradient

// expected-error @+1 {{expected a relax.func @main to derive; choose one with 'func-name'}}
module {
}

// -----

// expected-error @+1 {{cannot be derived: expected value 0 to be a number, a tensor of floats of rank 0, but found 'tensor<4xf32>'; sum it up, or choose another one with 'target-index'}}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{but found 'tensor<i64>'}}
relax.func @main(%x: tensor<i64>) -> tensor<i64> {
  relax.return %x : tensor<i64>
}

// -----

// expected-error @+1 {{gives 0 values, expected the number of one as 'target-index', found 0}}
relax.func @main(%x: tensor<4xf32>) {
  relax.return
}

// -----

// expected-error @+1 {{cannot be derived: expected no other @main_adjoint in the module; rename or drop it}}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  relax.return %x : tensor<f32>
}
// expected-note @+1 {{it is here}}
relax.func @main_adjoint(%x: tensor<f32>) -> tensor<f32> {
  relax.return %x : tensor<f32>
}

// -----

relax.func @main(%c: i1, %x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{is between a parameter and the number to derive, and has no derivative: data decides which way is taken, expected one way, as both would need a derivative of their own}}
  %0 = relax.if %c : i1 -> tensor<f32> {
    relax.yield %x : tensor<f32>
  } else {
    relax.yield %x : tensor<f32>
  }
  relax.return %0 : tensor<f32>
}

// -----

relax.func private @callee(%x: tensor<f32>) -> tensor<f32> {
  relax.return %x : tensor<f32>
}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expected no call of a function, found one, which is not looked into; inline it with relax-inline-private-functions}}
  %0 = relax.call @callee(%x) : (tensor<f32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

tir.func private @copy(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<f32> to memref<f32>
  tir.return
}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expected operators, found a tensor program; run the pass before relax-legalize-ops, or name the derivative with relax.call_tir_with_grad}}
  %0 = relax.call_tir @copy(%x) : (tensor<f32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

tir.func private @copy(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<f32> to memref<f32>
  tir.return
}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{there is no tensor program @copy_grad in the module, which takes the adjoints of the results and the arguments, and fills the adjoints of the arguments}}
  %0 = relax.call_tir_with_grad @copy(%x) {te_grad_name = "copy_grad"} : (tensor<f32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<3xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected an operator that has a rule; leave the parameter out, or stop the derivative before with relax.grad.no_grad}}
  %0 = relax.cumprod %x {axis = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = relax.sum %0 : (tensor<3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<3x!relax.unknown>) -> tensor<f32> {
  // expected-error @+1 {{is between a parameter and the number to derive, and has no derivative: expected a known type of the elements of each tensor, found tensor<3x!relax.unknown>; make types precise with relax-infer-types}}
  %0 = relax.exp %x : (tensor<3x!relax.unknown>) -> tensor<3xf32>
  %1 = relax.sum %0 : (tensor<3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<*xf32>) -> tensor<f32> {
  // expected-error @+1 {{is between a parameter and the number to derive, and has no derivative: expected tensors of known rank, found tensor<*xf32>; say it with relax.match_cast, or make types precise with relax-infer-types}}
  %0 = relax.sum %x : (tensor<*xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<?x4xf32>) -> tensor<f32> {
  // expected-error @+1 {{is between a parameter and the number to derive, and has no derivative: expected tensors of known sizes, found tensor<?x4xf32>; name them with relax.match_cast, or make types precise with relax-infer-types}}
  %0 = relax.prod %x : (tensor<?x4xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<?x4xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected types that say more; make types precise with relax-infer-types}}
  %0 = relax.mean %x : (tensor<?x4xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
