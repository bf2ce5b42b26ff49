// Forms of operators that have no derivative though others of them have.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-gradient

relax.func @main(%x: tensor<2x3x4xf32>, %i: tensor<2x5x1xi64>) -> tensor<f32> {
  // expected-error @+1 {{is between a parameter and the number to derive, and has no derivative: only one without batch_dims has one, found batch_dims 1}}
  %0 = relax.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x5x1xi64>) -> tensor<2x5x4xf32>
  %1 = relax.sum %0 : (tensor<2x5x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<3x3xf32>) -> tensor<f32> {
  // expected-error @+1 {{only subscripts with a result, without dots, and with each letter once an operand have one, found "ii->i"}}
  %0 = relax.einsum %x {subscripts = "ii->i"} : (tensor<3x3xf32>) -> tensor<3xf32>
  %1 = relax.sum %0 : (tensor<3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<2x3x4xf32>, %p: tensor<4x3xf32>) -> tensor<f32> {
  // expected-error @+1 {{only one with axes in ascending order has one}}
  %0 = relax.nn.layer_norm %x, %p, %p {axes = array<i64: 2, 1>} : (tensor<2x3x4xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<2x3x4xf32>
  %1 = relax.sum %0 : (tensor<2x3x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<2x5x3xf32>) -> tensor<f32> {
  // expected-error @+1 {{only the layout "NCW" has one, found "NWC"}}
  %0 = relax.nn.max_pool1d %x {pool_size = array<i64: 2>, layout = "NWC"} : (tensor<2x5x3xf32>) -> tensor<2x4x3xf32>
  %1 = relax.sum %0 : (tensor<2x4x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<1x8x8x4xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<f32> {
  // expected-error @+1 {{only the layouts "NCHW" and "OIHW" have one, found "NHWC" and "OIHW"}}
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x8x8x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x8x8x4xf32>
  %1 = relax.sum %0 : (tensor<1x8x8x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{only padding by a constant has one, found pad_mode "replicate"}}
  %0 = relax.nn.pad %x {pad_width = array<i64: 1, 1>, pad_mode = "replicate"} : (tensor<4xf32>) -> tensor<6xf32>
  %1 = relax.sum %0 : (tensor<6xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{only padding by 0 or more elements has one}}
  %0 = relax.nn.pad %x {pad_width = array<i64: -1, 1>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.sum %0 : (tensor<4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) -> tensor<f32> {
  // expected-error @+1 {{only the reductions "add" and "update" have one, found "max"}}
  %0 = relax.scatter_elements %x, %i, %u {reduction = "max"} : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
  %1 = relax.sum %0 : (tensor<4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

relax.func @main(%q: tensor<1x3x2x?xf32, #relax.dims<[1, 3, 2, d]>>) -> tensor<f32> {
  // expected-error @+1 {{only attention of known heads, and of a known depth or 'scale', has one}}
  %0 = relax.nn.attention %q, %q, %q : (tensor<1x3x2x?xf32, #relax.dims<[1, 3, 2, d]>>, tensor<1x3x2x?xf32, #relax.dims<[1, 3, 2, d]>>, tensor<1x3x2x?xf32, #relax.dims<[1, 3, 2, d]>>) -> tensor<1x3x2x?xf32, #relax.dims<[1, 3, 2, d]>>
  %1 = relax.sum %0 : (tensor<1x3x2x?xf32, #relax.dims<[1, 3, 2, d]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
