// Operands whose sizes the op of relax does not take, which says why first.
// RUN: not relax-opt %s --convert-stablehlo-to-relax 2>&1 | FileCheck %s

// CHECK: 'stablehlo.dot_general' (1 op) cannot be converted to relax: its operands do not fit each other; expected those of the specification
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
