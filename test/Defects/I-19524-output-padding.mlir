// Rows that output_padding adds belong to the result, also on a GPU.
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule -tir-verify-scheduled -o /dev/null
// RUN: %same-results="relax-legalize-ops,tir-default-gpu-schedule" --tolerance=1e-4
// RUN: %same-results="relax-legalize-ops,tir-default-cpu-schedule" --tolerance=1e-4

relax.func @main(%x: tensor<1x2x3x3xf32>, %w: tensor<2x2x3x3xf32>) -> tensor<1x2x8x8xf32> {
  %0 = relax.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 2>, output_padding = array<i64: 1, 1>} : (tensor<1x2x3x3xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x8x8xf32>
  relax.return %0 : tensor<1x2x8x8xf32>
}
