// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

// The gradient's last block is padding, which pooling gives no gradient for.
relax.func @layout(%g: tensor<1x2x3x1x4xf32>, %x: tensor<1x2x4x1x4xf32>) -> tensor<1x2x4x1x4xf32> {
  // expected-error @+2 {{expects dimension 3 of a gradient to be 3, but found 4}}
  // expected-error @+1 {{cannot become a tensor program: the operators that it stands for do not fit}}
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, layout = "NCHW4w"} : (tensor<1x2x3x1x4xf32>, tensor<1x2x4x1x4xf32>) -> tensor<1x2x4x1x4xf32>
  relax.return %0 : tensor<1x2x4x1x4xf32>
}
