// Loops that stay whole.
// RUN: relax-opt %s --split-input-file --transform-interpreter --verify-diagnostics

func.func @matmul(%x: tensor<8x16xf32>, %y: tensor<16x12xf32>) -> tensor<8x12xf32> {
  // expected-remark @below {{loop 2 stays whole: an operator has no accumulator that partial sums could go to}}
  // expected-error @below {{to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %0 = relax.matmul %x, %y : (tensor<8x16xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["relax.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @conv2d(%x: tensor<1x3x8x8xf32>, %y: tensor<8x3x3x3xf32>) -> tensor<1x8x8x8xf32> {
  // expected-remark @below {{loop 2 stays whole: its axis has padding, or channels of groups}}
  // expected-error @below {{to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %0 = relax.nn.conv2d %x, %y {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x3x8x8xf32>, tensor<8x3x3x3xf32>) -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["relax.nn.conv2d"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
