// Dropping dead code keeps definitions in front of uses, across regions.
// RUN: relax-opt %s -relax-dead-code-elimination -relax-dead-code-elimination | FileCheck %s

// CHECK-LABEL: @main
// CHECK: %[[A:.*]] = relax.exp
// CHECK: relax.dataflow
// CHECK: relax.add %[[A]], %[[A]]
// CHECK-NOT: relax.multiply
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.multiply %0, %0 : tensor<4xf32>
  %2:2 = relax.dataflow -> tensor<4xf32>, tensor<4xf32> {
    %3 = relax.add %0, %0 : tensor<4xf32>
    %4 = relax.multiply %3, %1 : tensor<4xf32>
    relax.output %3, %4 : tensor<4xf32>, tensor<4xf32>
  }
  relax.return %2#0 : tensor<4xf32>
}
