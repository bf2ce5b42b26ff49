// Pooling: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
relax.func @main(%x: tensor<1x4x16x16xf32>) {
  // expected-error @below {{'relax.nn.max_pool2d' op expects 'pool_size' to have 2 entries, but found 1}}
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2>} : (tensor<1x4x16x16xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1: least
relax.func @main(%x: tensor<1x4x16x16xf32>) {
  // expected-error @below {{'relax.nn.max_pool2d' op expects entries of 'pool_size' to be at least 1, but found 0}}
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 0>} : (tensor<1x4x16x16xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2
relax.func @main(%x: tensor<1x4x16x16xf32>) {
  // expected-error @below {{'relax.nn.max_pool2d' op expects a layout of the axes NCHW, each once, but found "NHW"}}
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, layout = "NHW"} : (tensor<1x4x16x16xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3
relax.func @main(%x: tensor<4x16x16xf32>) {
  // expected-error @below {{'relax.nn.max_pool2d' op expects data of rank 4 for layout "NCHW", but found rank 3}}
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>} : (tensor<4x16x16xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4
relax.func @main(%x: tensor<1x4x16x16xf32>) {
  // expected-error @below {{'relax.nn.max_pool2d' op expects a window that fits the padded input of size 16, but found one of size 17}}
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 17, 1>} : (tensor<1x4x16x16xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1, adaptive
relax.func @main(%x: tensor<1x4x16x16xf32>) {
  // expected-error @below {{'relax.nn.adaptive_avg_pool2d' op expects 'output_size' to have 2 entries, but found 1}}
  %0 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: 2>} : (tensor<1x4x16x16xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2, adaptive
relax.func @main(%x: tensor<1x4x16x16xf32>) {
  // expected-error @below {{'relax.nn.adaptive_avg_pool2d' op expects a layout of the axes NCHW, each once, but found ""}}
  %0 = relax.nn.adaptive_avg_pool2d %x {layout = ""} : (tensor<1x4x16x16xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3, adaptive
relax.func @main(%x: tensor<4x16x16xf32>) {
  // expected-error @below {{'relax.nn.adaptive_avg_pool2d' op expects data of rank 4 for layout "NCHW", but found rank 3}}
  %0 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: 2, 2>} : (tensor<4x16x16xf32>) -> tensor<*xf32>
  relax.return
}
