// Nothing that ends a life can stand in a dataflow region, be of a constant, of
// a parameter or of what is used later.
// RUN: relax-opt %s -split-input-file -verify-diagnostics

relax.func impure @region(%s: tensor<4xf32>) -> tensor<4xf32> {
  %1 = relax.builtin.alloc_tensor : tensor<4xf32>
  // expected-note @below {{the region is here; put the op after it}}
  %0 = relax.dataflow -> tensor<4xf32> {
    // expected-error @below {{ends a tensor, which is an effect; expected none in a 'relax.dataflow' region [relax.memory.kill_tensor R1]}}
    relax.memory.kill_tensor %1 : tensor<4xf32>
    relax.output %s : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func impure @constant() {
  %0 = relax.constant dense<1.0> : tensor<4xf32>
  // expected-error @below {{ends a constant, expected memory that this function made; it lives as long as the module [relax.memory.kill_tensor R2]}}
  relax.memory.kill_tensor %0 : tensor<4xf32>
  relax.return
}

// -----

// expected-note @below {{the function is here}}
relax.func @pure() {
  %1 = relax.builtin.alloc_tensor : tensor<4xf32>
  // expected-error @below {{has an effect, expected none, as function @pure is pure; mark the function 'impure' or drop the op [relax.func R4]}}
  relax.memory.kill_tensor %1 : tensor<4xf32>
  relax.return
}
