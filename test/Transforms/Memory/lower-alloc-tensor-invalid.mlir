// RUN: relax-opt %s -split-input-file -verify-diagnostics -relax-lower-alloc-tensor

relax.func impure @huge() {
  // expected-error @+1 {{has a size that 64 bits do not hold, found 'tensor<4611686018427387904x4xf32>'}}
  %0 = relax.builtin.alloc_tensor : tensor<4611686018427387904x4xf32>
  relax.return
}

// -----

// expected-error @+1 {{is pure, but explicit memory is an effect; run 'relax-remove-purity-checking' first}}
relax.func @pure() {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.return
}
