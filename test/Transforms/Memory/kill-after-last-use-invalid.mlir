// RUN: relax-opt %s -verify-diagnostics -relax-kill-after-last-use

// expected-error @+1 {{is pure, expected impure, as explicit memory is an effect; run 'relax-remove-purity-checking' first}}
relax.func @pure() {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.return
}
