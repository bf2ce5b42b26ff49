// Activation functions: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @relu(
// CHECK-NEXT: %[[ONCE:.*]] = relax.nn.relu %arg0
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.nn.relu %x : tensor<4xf32>
  %1 = relax.nn.relu %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
