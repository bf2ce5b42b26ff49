// By what products, transforms and weights take: tiles of 4x4 results for large
// images, of 2x2 where a weight of 36 places would take longest, none for 7x7
// places, and none for few channels or where they take much memory at once.
// RUN: relax-opt %s --relax-use-winograd | FileCheck %s

// CHECK-LABEL: relax.func @large
// CHECK: relax.call_tir {{.*}} : (tensor<1x28x28x64xf32>, tensor<36x4x64x16xf32>)
relax.func @large(%x: tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32> {
  %w = relax.constant dense<0.125> : tensor<64x64x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x28x28x64xf32>, tensor<64x64x3x3xf32>) -> tensor<1x28x28x64xf32>
  relax.return %0 : tensor<1x28x28x64xf32>
}

// CHECK-LABEL: relax.func @small
// CHECK: relax.call_tir {{.*}} : (tensor<1x14x14x64xf32>, tensor<16x4x64x16xf32>)
relax.func @small(%x: tensor<1x14x14x64xf32>) -> tensor<1x14x14x64xf32> {
  %w = relax.constant dense<0.125> : tensor<64x64x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x14x14x64xf32>, tensor<64x64x3x3xf32>) -> tensor<1x14x14x64xf32>
  relax.return %0 : tensor<1x14x14x64xf32>
}

// CHECK-LABEL: relax.func @images
// CHECK: relax.call_tir {{.*}} : (tensor<8x14x14x64xf32>, tensor<36x4x64x16xf32>)
relax.func @images(%x: tensor<8x14x14x64xf32>) -> tensor<8x14x14x64xf32> {
  %w = relax.constant dense<0.125> : tensor<64x64x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<8x14x14x64xf32>, tensor<64x64x3x3xf32>) -> tensor<8x14x14x64xf32>
  relax.return %0 : tensor<8x14x14x64xf32>
}

// CHECK-LABEL: relax.func @tiny
// CHECK: relax.nn.conv2d
relax.func @tiny(%x: tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32> {
  %w = relax.constant dense<0.125> : tensor<64x64x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x7x7x64xf32>, tensor<64x64x3x3xf32>) -> tensor<1x7x7x64xf32>
  relax.return %0 : tensor<1x7x7x64xf32>
}

// CHECK-LABEL: relax.func @colours
// CHECK: relax.nn.conv2d
relax.func @colours(%x: tensor<1x28x28x3xf32>) -> tensor<1x28x28x64xf32> {
  %w = relax.constant dense<0.125> : tensor<64x3x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x28x28x3xf32>, tensor<64x3x3x3xf32>) -> tensor<1x28x28x64xf32>
  relax.return %0 : tensor<1x28x28x64xf32>
}

// CHECK-LABEL: relax.func @narrow
// CHECK: relax.nn.conv2d
relax.func @narrow(%x: tensor<1x28x28x16xf32>) -> tensor<1x28x28x16xf32> {
  %w = relax.constant dense<0.125> : tensor<16x16x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x28x28x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x28x28x16xf32>
  relax.return %0 : tensor<1x28x28x16xf32>
}

// 67 MiB, of which a task has 1.2 at a time.
// CHECK-LABEL: relax.func @wide
// CHECK: relax.call_tir {{.*}} : (tensor<1x224x224x64xf32>, tensor<36x4x64x16xf32>)
relax.func @wide(%x: tensor<1x224x224x64xf32>) -> tensor<1x224x224x64xf32> {
  %w = relax.constant dense<0.125> : tensor<64x64x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x224x224x64xf32>, tensor<64x64x3x3xf32>) -> tensor<1x224x224x64xf32>
  relax.return %0 : tensor<1x224x224x64xf32>
}

// A task of each block of each image, of a batch that is known or not.
// CHECK-LABEL: relax.func @many
// CHECK: relax.call_tir
relax.func @many(%x: tensor<16x56x56x64xf32>) -> tensor<16x56x56x64xf32> {
  %w = relax.constant dense<0.125> : tensor<64x64x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<16x56x56x64xf32>, tensor<64x64x3x3xf32>) -> tensor<16x56x56x64xf32>
  relax.return %0 : tensor<16x56x56x64xf32>
}

// CHECK-LABEL: relax.func @open
// CHECK: relax.call_tir
relax.func @open(%x: tensor<?x112x112x64xf32, #relax.dims<[n, 112, 112, 64]>>) -> tensor<?x112x112x64xf32, #relax.dims<[n, 112, 112, 64]>> {
  %w = relax.constant dense<0.125> : tensor<64x64x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<?x112x112x64xf32, #relax.dims<[n, 112, 112, 64]>>, tensor<64x64x3x3xf32>) -> tensor<?x112x112x64xf32, #relax.dims<[n, 112, 112, 64]>>
  relax.return %0 : tensor<?x112x112x64xf32, #relax.dims<[n, 112, 112, 64]>>
}

// Images of one block, which threads share: 88 MiB with tiles of 4x4.
// CHECK-LABEL: relax.func @many_of_one_block
// CHECK: relax.nn.conv2d
relax.func @many_of_one_block(%x: tensor<32x14x14x512xf32>) -> tensor<32x14x14x512xf32> {
  %w = relax.constant dense<0.125> : tensor<512x512x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<32x14x14x512xf32>, tensor<512x512x3x3xf32>) -> tensor<32x14x14x512xf32>
  relax.return %0 : tensor<32x14x14x512xf32>
}

// 17 MiB an image with tiles of 4x4, 21 with those of 2x2.
// CHECK-LABEL: relax.func @open_of_one_block
// CHECK: relax.nn.conv2d
relax.func @open_of_one_block(%x: tensor<?x14x14x3072xf32, #relax.dims<[n, 14, 14, 3072]>>) -> tensor<?x14x14x3072xf32, #relax.dims<[n, 14, 14, 3072]>> {
  %w = relax.constant dense<0.125> : tensor<3072x3072x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<?x14x14x3072xf32, #relax.dims<[n, 14, 14, 3072]>>, tensor<3072x3072x3x3xf32>) -> tensor<?x14x14x3072xf32, #relax.dims<[n, 14, 14, 3072]>>
  relax.return %0 : tensor<?x14x14x3072xf32, #relax.dims<[n, 14, 14, 3072]>>
}

// CHECK-LABEL: relax.func @none
// CHECK: relax.nn.conv2d
relax.func @none(%x: tensor<1x8x8x0xf32>) -> tensor<1x6x6x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x0x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x8x8x0xf32>, tensor<16x0x3x3xf32>) -> tensor<1x6x6x16xf32>
  relax.return %0 : tensor<1x6x6x16xf32>
}
