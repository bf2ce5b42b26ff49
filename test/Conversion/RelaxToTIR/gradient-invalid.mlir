// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @layout(%g: tensor<1x2x3x1x4xf32>, %x: tensor<1x2x4x1x4xf32>) -> tensor<1x2x4x1x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected a layout that leaves axis W whole}}
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, layout = "NCHW4w"} : (tensor<1x2x3x1x4xf32>, tensor<1x2x4x1x4xf32>) -> tensor<1x2x4x1x4xf32>
  relax.return %0 : tensor<1x2x4x1x4xf32>
}
