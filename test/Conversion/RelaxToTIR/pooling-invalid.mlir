// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @split_axis(%x: tensor<1x4x8x2x4xf32>) -> tensor<1x4x8x1x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected a layout that leaves axis W whole, but found "NCHW4w"}}
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 1, 5>, layout = "NCHW4w"} : (tensor<1x4x8x2x4xf32>) -> tensor<1x4x8x1x4xf32>
  relax.return %0 : tensor<1x4x8x1x4xf32>
}

// -----

relax.func @other_layout(%x: tensor<1x2x8x8x4xf32>) -> tensor<1x8x8x8xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected operand and result in one layout where axes are split, but found "NCHW4c" and "NCHW"}}
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 1, 1>, layout = "NCHW4c", out_layout = "NCHW"} : (tensor<1x2x8x8x4xf32>) -> tensor<1x8x8x8xf32>
  relax.return %0 : tensor<1x8x8x8xf32>
}
