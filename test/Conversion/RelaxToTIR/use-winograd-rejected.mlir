// What is no convolution of floats by a constant window of 3x3 that goes on by one
// place, with channels last and known sizes, stays.
// RUN: relax-opt %s --split-input-file --relax-use-winograd=tile=4 > %t
// RUN: relax-opt %s --split-input-file | diff %t -

// Channels first.
relax.func @channels_first(%x: tensor<1x2x6x6xf32>) -> tensor<1x16x4x4xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NCHW"} : (tensor<1x2x6x6xf32>, tensor<16x2x3x3xf32>) -> tensor<1x16x4x4xf32>
  relax.return %0 : tensor<1x16x4x4xf32>
}

// -----

// The result has another layout.
relax.func @other_result(%x: tensor<1x6x6x2xf32>) -> tensor<1x16x4x4xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", out_layout = "NCHW"} : (tensor<1x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x16x4x4xf32>
  relax.return %0 : tensor<1x16x4x4xf32>
}

// -----

// No constant.
relax.func @no_constant(%x: tensor<1x6x6x2xf32>, %w: tensor<16x2x3x3xf32>) -> tensor<1x4x4x16xf32> {
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x4x4x16xf32>
  relax.return %0 : tensor<1x4x4x16xf32>
}

// -----

// Steps of two places.
relax.func @strides(%x: tensor<1x6x6x2xf32>) -> tensor<1x2x4x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", strides = array<i64: 2, 1>} : (tensor<1x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x2x4x16xf32>
  relax.return %0 : tensor<1x2x4x16xf32>
}

// -----

// A window with gaps.
relax.func @dilation(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x2x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", dilation = array<i64: 1, 2>} : (tensor<1x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x4x2x16xf32>
  relax.return %0 : tensor<1x4x2x16xf32>
}

// -----

// Two groups of half a block of outputs.
relax.func @groups(%x: tensor<1x6x6x4xf32>) -> tensor<1x4x4x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", groups = 2 : i64} : (tensor<1x6x6x4xf32>, tensor<16x2x3x3xf32>) -> tensor<1x4x4x16xf32>
  relax.return %0 : tensor<1x4x4x16xf32>
}

// -----

// A window of 3x1.
relax.func @window(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x6x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x1xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x6x2xf32>, tensor<16x2x3x1xf32>) -> tensor<1x4x6x16xf32>
  relax.return %0 : tensor<1x4x6x16xf32>
}

// -----

// A window of 5x3.
relax.func @large_window(%x: tensor<1x6x6x2xf32>) -> tensor<1x2x4x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x5x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x6x2xf32>, tensor<16x2x5x3xf32>) -> tensor<1x2x4x16xf32>
  relax.return %0 : tensor<1x2x4x16xf32>
}

// -----

// Channels of the result that fill no block.
relax.func @outputs(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x24xf32> {
  %w = relax.constant dense<1.0> : tensor<24x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x6x2xf32>, tensor<24x2x3x3xf32>) -> tensor<1x4x4x24xf32>
  relax.return %0 : tensor<1x4x4x24xf32>
}

// -----

// Another type.
relax.func @wide(%x: tensor<1x6x6x2xf64>) -> tensor<1x4x4x16xf64> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf64>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x6x2xf64>, tensor<16x2x3x3xf64>) -> tensor<1x4x4x16xf64>
  relax.return %0 : tensor<1x4x4x16xf64>
}

// -----

// Sums of another type.
relax.func @sums(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x16xf64> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", out_dtype = f64} : (tensor<1x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x4x4x16xf64>
  relax.return %0 : tensor<1x4x4x16xf64>
}

// -----

// A window that is packed.
relax.func @packed(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x16xf32> {
  %w = relax.constant dense<1.0> : tensor<1x3x3x2x16xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<1x6x6x2xf32>, tensor<1x3x3x2x16xf32>) -> tensor<1x4x4x16xf32>
  relax.return %0 : tensor<1x4x4x16xf32>
}

// -----

// Unknown height.
relax.func @unknown_height(%x: tensor<1x?x6x2xf32, #relax.dims<[1, h, 6, 2]>>) -> tensor<1x?x4x16xf32, #relax.dims<[1, h - 2, 4, 16]>> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x?x6x2xf32, #relax.dims<[1, h, 6, 2]>>, tensor<16x2x3x3xf32>) -> tensor<1x?x4x16xf32, #relax.dims<[1, h - 2, 4, 16]>>
  relax.return %0 : tensor<1x?x4x16xf32, #relax.dims<[1, h - 2, 4, 16]>>
}

// -----

// Unknown width.
relax.func @unknown_width(%x: tensor<1x6x?x2xf32, #relax.dims<[1, 6, v, 2]>>) -> tensor<1x4x?x16xf32, #relax.dims<[1, 4, v - 2, 16]>> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x?x2xf32, #relax.dims<[1, 6, v, 2]>>, tensor<16x2x3x3xf32>) -> tensor<1x4x?x16xf32, #relax.dims<[1, 4, v - 2, 16]>>
  relax.return %0 : tensor<1x4x?x16xf32, #relax.dims<[1, 4, v - 2, 16]>>
}

// -----

// A batch without a name.
relax.func @nameless_batch(%x: tensor<?x6x6x2xf32>) -> tensor<?x4x4x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<?x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<?x4x4x16xf32>
  relax.return %0 : tensor<?x4x4x16xf32>
}

// -----

// Data of which no size is known.
relax.func @nameless_data(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<?x?x?x?xf32>, tensor<16x2x3x3xf32>) -> tensor<?x?x?x16xf32>
  relax.return %0 : tensor<?x?x?x16xf32>
}

// -----

// Elements that are not at hand.
relax.func @missing(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x16xf32> {
  %w = relax.constant dense_resource<missing> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x4x4x16xf32>
  relax.return %0 : tensor<1x4x4x16xf32>
}

// -----

// The module says so.
module attributes {relax.no_winograd} {
relax.func @unwanted(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x6x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x4x4x16xf32>
  relax.return %0 : tensor<1x4x4x16xf32>
}
}
