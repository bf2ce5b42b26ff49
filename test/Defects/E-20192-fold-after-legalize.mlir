// Folding makes a shape static after operators were lowered: an operator that
// comes to be then does not reach code generation without being named.
// RUN: not relax-opt %s -relax-legalize-ops=skip-ops=relax.add -relax-fold-constant -relax-verify-legal 2>&1 | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops=skip-ops=relax.add -relax-fold-constant -relax-legalize-ops -relax-verify-legal | FileCheck %s --check-prefix=AGAIN
// RUN: %same-results="relax-legalize-ops,relax-fold-constant,relax-legalize-ops"

// CHECK: error: 'relax.add' op is an operator, expected what a later pass lowers; lower it with 'relax-legalize-ops'
// AGAIN-LABEL: relax.func @main
// AGAIN-NOT: relax.add
// AGAIN: relax.call_tir @add
relax.func @main(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %s = relax.constant dense<[2, 3]> : tensor<2xi64>
  %0 = relax.tensor_to_shape %s : tensor<2xi64> -> !relax.shape<rank 2>
  %1 = relax.match_cast %0 : !relax.shape<rank 2> to !relax.shape<[2, 3]>
  %2 = relax.reshape %x, %1 : (tensor<6xf32>, !relax.shape<[2, 3]>) -> tensor<2x3xf32>
  %3 = relax.add %2, %2 : tensor<2x3xf32>
  relax.return %3 : tensor<2x3xf32>
}
