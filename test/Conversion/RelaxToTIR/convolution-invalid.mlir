// What a convolution needs to become a tensor program.
// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @blocked(%x: tensor<1x1x8x8x4xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x2x6x6x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected axis C of the result to be made of blocks of 4, but its size is 6}}
  %0 = relax.nn.conv2d %x, %w {data_layout = "NCHW4c"} : (tensor<1x1x8x8x4xf32>, tensor<6x4x3x3xf32>) -> tensor<1x2x6x6x4xf32>
  relax.return %0 : tensor<1x2x6x6x4xf32>
}

// -----

relax.func @dynamic(%x: tensor<1x4x8x8xf32>, %w: tensor<4x?x3x3xf32, #relax.dims<[4, n, 3, 3]>>) -> tensor<1x?x10x10xf32, #relax.dims<[1, n, 10, 10]>> {
  // expected-error @+1 {{expected a kernel of static shape}}
  %0 = relax.nn.conv2d_transpose %x, %w : (tensor<1x4x8x8xf32>, tensor<4x?x3x3xf32, #relax.dims<[4, n, 3, 3]>>) -> tensor<1x?x10x10xf32, #relax.dims<[1, n, 10, 10]>>
  relax.return %0 : tensor<1x?x10x10xf32, #relax.dims<[1, n, 10, 10]>>
}
