// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @channels(%g: tensor<1x3x2x2xf32>, %x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected a gradient whose axis 1 has size 2, but found 3}}
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>} : (tensor<1x3x2x2xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  relax.return %0 : tensor<1x2x4x4xf32>
}

// -----

relax.func @layout(%g: tensor<1x2x2x2x4xf32>, %x: tensor<1x2x4x1x4xf32>) -> tensor<1x2x4x1x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected a layout that leaves axis W whole}}
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, layout = "NCHW4w"} : (tensor<1x2x2x2x4xf32>, tensor<1x2x4x1x4xf32>) -> tensor<1x2x4x1x4xf32>
  relax.return %0 : tensor<1x2x4x1x4xf32>
}

// -----

relax.func @rank(%g: tensor<4xf32>, %x: tensor<3x4xf32>, %i: tensor<2xi64>) -> tensor<3x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected a gradient of rank 2, but found rank 1}}
  %0 = relax.grad.take_backward %g, %x, %i {axis = 0 : i64} : (tensor<4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}
