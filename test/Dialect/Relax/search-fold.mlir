// Ops that choose elements: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @where(
// CHECK-NEXT: relax.return %arg0
relax.func @where(%x: tensor<4xf32>, %c: tensor<4xi1>) -> tensor<4xf32> {
  %0 = relax.where %c, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
