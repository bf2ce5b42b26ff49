// Which function is derived, by what, and which of its results.
// RUN: relax-opt %s "--relax-gradient=func-name=pair require-grads=2,0 target-index=1" | FileCheck %s
// RUN: not relax-opt %s "--relax-gradient=func-name=pair require-grads=1" 2>&1 | FileCheck %s --check-prefix=INTEGERS
// RUN: not relax-opt %s "--relax-gradient=func-name=pair require-grads=3" 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not relax-opt %s "--relax-gradient=func-name=pair require-grads=0,0" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not relax-opt %s "--relax-gradient=func-name=pair target-index=2" 2>&1 | FileCheck %s --check-prefix=TARGET

// INTEGERS: error: 'relax.func' op cannot be derived by parameter 1 of type 'tensor<4xi64>'; name parameters that are tensors of floats in 'require-grads'
// MANY: error: 'relax.func' op has parameters 0 to 2, but 'require-grads' names 3
// TWICE: error: 'relax.func' op has parameter 0 twice in 'require-grads'; name it once
// TARGET: error: 'relax.func' op gives 2 values, expected the number of one as 'target-index', found 2

// CHECK-LABEL: relax.func @pair_adjoint(
// CHECK-SAME: (tensor<4xf32>, tensor<f32>, tensor<f32> {relax.derivative = "arg2"}, tensor<4xf32> {relax.derivative = "arg0"})
// CHECK: relax.zeros_like %arg0
relax.func @pair(%x: tensor<4xf32>, %i: tensor<4xi64>, %y: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = relax.exp %y : tensor<f32>
  relax.return %x, %0 : tensor<4xf32>, tensor<f32>
}
