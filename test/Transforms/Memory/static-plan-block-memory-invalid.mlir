// RUN: relax-opt %s -verify-diagnostics -relax-static-plan-block-memory

// expected-error @+1 {{is pure, but explicit memory is an effect; run 'relax-remove-purity-checking' first}}
relax.func @pure() {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.return
}
