// Reductions in pieces give what they give whole.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-cpu-schedule=show-steps -o /dev/null 2>&1 | FileCheck %s
// RUN: %same-results=relax-legalize-ops,tir-default-cpu-schedule --tolerance=1e-4

// CHECK: split_reduction %max partitions = 2
relax.func @all(%x: tensor<4x128x128xf32>) -> tensor<f32> {
  %0 = relax.max %x : (tensor<4x128x128xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// Pieces of 35,005 are no whole vectors.
// CHECK: split_reduction %sum partitions = 2
relax.func @rows(%x: tensor<3x70010xf32>) -> tensor<3xf32> {
  %0 = relax.mean %x {axis = array<i64: 1>} : (tensor<3x70010xf32>) -> tensor<3xf32>
  relax.return %0 : tensor<3xf32>
}
