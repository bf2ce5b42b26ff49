// What has an effect is not dropped, and makes its function impure.
// RUN: relax-opt %s -canonicalize -cse -relax-dead-code-elimination -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: relax.print
// CHECK: relax.memory.kill_tensor
relax.func impure @main(%x: tensor<4xf32>) {
  relax.print "{}"(%x) : tensor<4xf32>
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.memory.kill_tensor %0 : tensor<4xf32>
  relax.return
}

// -----

// expected-note @below {{the function is here}}
relax.func @pure(%x: tensor<4xf32>) {
  // expected-error @below {{has an effect, expected none, as function @pure is pure; mark the function 'impure' or drop the op [relax.func R4]}}
  relax.print "{}"(%x) : tensor<4xf32>
  relax.return
}
