// Convolutions: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf16>) {
  // expected-error @below {{'relax.nn.conv2d' op expects operands of one element type}}
  %0 = relax.nn.conv2d %x, %w : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects 'strides' to have 2 entries, but found 1}}
  %0 = relax.nn.conv2d %x, %w {strides = array<i64: 1>} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2: least
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects entries of 'strides' to be at least 1, but found 0}}
  %0 = relax.nn.conv2d %x, %w {strides = array<i64: 1, 0>} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2: dilation
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects entries of 'dilation' to be at least 1, but found -1}}
  %0 = relax.nn.conv2d %x, %w {dilation = array<i64: -1, 1>} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2: padding
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects entries of 'padding' to be at least 0, but found -1}}
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 0, 0, 0, -1>} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects a layout of the axes NCHW, each once, but found "NCW"}}
  %0 = relax.nn.conv2d %x, %w {data_layout = "NCW"} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3: twice
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects a layout of the axes OIHW, each once, but found "OIHH"}}
  %0 = relax.nn.conv2d %x, %w {kernel_layout = "OIHH"} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3: blocks
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects a layout of the axes NCHW, each once, but found "NCHWc"}}
  %0 = relax.nn.conv2d %x, %w {out_layout = "NCHWc"} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3: an empty block
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects a layout of the axes NCHW, each once, but found "NCHW0c"}}
  %0 = relax.nn.conv2d %x, %w {out_layout = "NCHW0c"} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3: a number alone
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects a layout of the axes NCHW, each once, but found "NCHW4"}}
  %0 = relax.nn.conv2d %x, %w {out_layout = "NCHW4"} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4
relax.func @main(%x: tensor<4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects data of rank 4 for layout "NCHW", but found rank 3}}
  %0 = relax.nn.conv2d %x, %w : (tensor<4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4: weight
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects weight of rank 4 for layout "OIHW", but found rank 3}}
  %0 = relax.nn.conv2d %x, %w : (tensor<1x4x16x16xf32>, tensor<4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects 8 input channels, as weight and groups say, but found 4}}
  %0 = relax.nn.conv2d %x, %w {groups = 2 : i64} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5: output channels
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<7x1x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects output channels that divide into 4 groups, but found 7}}
  %0 = relax.nn.conv2d %x, %w {groups = 4 : i64} : (tensor<1x4x16x16xf32>, tensor<7x1x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R6
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects a window that fits the padded input of size 16, but found one of size 17}}
  %0 = relax.nn.conv2d %x, %w {dilation = array<i64: 8, 1>} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R7
relax.func @main(%x: tensor<1x4x16x16xf32, #relax.dims<[1, 4, 16, 16], vdevice = #relax.vdevice<"cuda", 0>>>, %w: tensor<8x4x3x3xf32, #relax.dims<[8, 4, 3, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.conv2d' op expects operands on one device}}
  %0 = relax.nn.conv2d %x, %w : (tensor<1x4x16x16xf32, #relax.dims<[1, 4, 16, 16], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<8x4x3x3xf32, #relax.dims<[8, 4, 3, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// A constraint
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op attribute 'groups' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = relax.nn.conv2d %x, %w {groups = 0 : i64} : (tensor<1x4x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5, transposed
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<3x8x2x2xf32>) {
  // expected-error @below {{'relax.nn.conv2d_transpose' op expects the number of input channels to be 3, but found 4}}
  %0 = relax.nn.conv2d_transpose %x, %w : (tensor<1x4x16x16xf32>, tensor<3x8x2x2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5, transposed: groups
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<4x8x2x2xf32>) {
  // expected-error @below {{'relax.nn.conv2d_transpose' op expects input channels that divide into 3 groups, but found 4}}
  %0 = relax.nn.conv2d_transpose %x, %w {groups = 3 : i64} : (tensor<1x4x16x16xf32>, tensor<4x8x2x2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R6, transposed
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<4x8x2x2xf32>) {
  // expected-error @below {{'relax.nn.conv2d_transpose' op gives dimension 2 the size -1, but no size is negative}}
  %0 = relax.nn.conv2d_transpose %x, %w {padding = array<i64: 9, 0, 9, 0>} : (tensor<1x4x16x16xf32>, tensor<4x8x2x2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R8
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<4x8x2x2xf32>) {
  // expected-error @below {{'relax.nn.conv2d_transpose' op expects entries of 'output_padding' below 1, but found 1}}
  %0 = relax.nn.conv2d_transpose %x, %w {output_padding = array<i64: 1, 0>} : (tensor<1x4x16x16xf32>, tensor<4x8x2x2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R8: entries
relax.func @main(%x: tensor<1x4x16x16xf32>, %w: tensor<4x8x2x2xf32>) {
  // expected-error @below {{'relax.nn.conv2d_transpose' op expects 'output_padding' to have 2 entries, but found 1}}
  %0 = relax.nn.conv2d_transpose %x, %w {output_padding = array<i64: 0>} : (tensor<1x4x16x16xf32>, tensor<4x8x2x2xf32>) -> tensor<*xf32>
  relax.return
}
