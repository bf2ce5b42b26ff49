// Violations that utils/attack-rules.py once found to be accepted.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// TYPE-4: operands
relax.func @main(%x: tensor<4xi7>) {
  // expected-error @below {{'relax.permute_dims' op has operand #0 of type 'tensor<4xi7>', expected elements that are i1, or integers (signless or unsigned) or floats of 8, 16, 32 or 64 bits; convert it where it is made [TYPE-4]}}
  %0 = relax.permute_dims %x {axes = array<i64: 0>} : (tensor<4xi7>) -> tensor<*xi7>
  relax.return
}

// -----

// TYPE-4: results, as an attribute says
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @below {{'relax.matmul' op has result #0 of type 'tensor<2x4xsi8>'}}
  %0 = relax.matmul %x, %y {out_dtype = si8} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<*x!relax.unknown>
  relax.return
}

// -----

// TYPE-4: declared results
relax.func @main(%x: tensor<4x!relax.unknown>) {
  // expected-error @below {{'relax.exp' op has result #0 of type 'tensor<4xf128>'}}
  %0 = relax.exp %x : (tensor<4x!relax.unknown>) -> tensor<4xf128>
  relax.return
}

// -----

// TYPE-5: an unknown size is taken for 1
relax.func @main(%x: tensor<2305843009213693952x4x?xi8, #relax.dims<[2305843009213693952, 4, w]>>) {
  // expected-error @below {{'relax.flip' op has operand #0 of type 'tensor<2305843009213693952x4x?xi8, #relax.dims<[2305843009213693952, 4, w]>>', expected a number of bytes that 64 bits hold; no machine has room for it [TYPE-5]}}
  %0 = relax.flip %x {axis = 0 : i64} : (tensor<2305843009213693952x4x?xi8, #relax.dims<[2305843009213693952, 4, w]>>) -> tensor<*xi8>
  relax.return
}

// -----

// TYPE-5: 2^62 elements of 8 bytes
relax.func @main(%x: tensor<4611686018427387904xi8>) {
  // expected-error @below {{'relax.astype' op has result #0 of type 'tensor<4611686018427387904xf64>', expected a number of bytes that 64 bits hold; no machine has room for it [TYPE-5]}}
  %0 = relax.astype %x {dtype = f64} : (tensor<4611686018427387904xi8>) -> tensor<4611686018427387904xf64>
  relax.return
}

// -----

relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.astype' op expects 'dtype' to be a number type or i1, but found 'ui1'}}
  %0 = relax.astype %x {dtype = ui1} : (tensor<4xf32>) -> tensor<*x!relax.unknown>
  relax.return
}

// -----

relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.cumsum' op expects 'dtype' to be a number type, but found 'i1'}}
  %0 = relax.cumsum %x {dtype = i1} : (tensor<4xf32>) -> tensor<*xi1>
  relax.return
}

// -----

// Axes of an unknown rank, too, come once.
relax.func @main(%x: tensor<*xf32>) {
  // expected-error @below {{'relax.variance' op expects each axis once, found axis 0 twice}}
  %0 = relax.variance %x {axis = array<i64: 0, 0>} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>) {
  // expected-error @below {{'relax.expand_dims' op expects each axis once, found axis 0 twice}}
  %0 = relax.expand_dims %x {axis = array<i64: 0, -1, 0>} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>) {
  // expected-error @below {{'relax.squeeze' op expects each axis once, found axis 1 twice}}
  %0 = relax.squeeze %x {axis = array<i64: 1, 1>} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>) {
  // expected-error @below {{'relax.strided_slice' op expects each axis once, found axis 1 twice}}
  %0 = relax.strided_slice %x {axes = array<i64: 1, 1>, begin = [#relax.expr<0>, #relax.expr<0>], end = [#relax.expr<2>, #relax.expr<2>]} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>, %g: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.instance_norm' op expects each axis once, found axis 2 twice}}
  %0 = relax.nn.instance_norm %x, %g, %g {axes = array<i64: 2, 2>, channel_axis = 1 : i64} : (tensor<*xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>, %g: tensor<3x3xf32>) {
  // expected-error @below {{'relax.nn.rms_norm' op expects each axis once, found axis -1 twice}}
  %0 = relax.nn.rms_norm %x, %g {axes = array<i64: -1, -1>} : (tensor<*xf32>, tensor<3x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>, %n: tensor<?xi64>) {
  // expected-error @below {{'relax.reverse_sequence' op expects each axis once, found axis 1 twice}}
  %0 = relax.reverse_sequence %x, %n {seq_axis = 1 : i64, batch_axis = 1 : i64} : (tensor<*xf32>, tensor<?xi64>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>) {
  // expected-error @below {{'relax.nn.pad' op expects 'pad_width' to have two entries an axis, but found 1}}
  %0 = relax.nn.pad %x {pad_width = array<i64: 1>} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// What 64 bits do not hold neither divides nor fits.
relax.func @main(%x: tensor<1x8x2x3xf32>) {
  // expected-error @below {{'relax.nn.pixel_shuffle' op expects channels that divide by the square of 4611686018427387904, but found 8}}
  %0 = relax.nn.pixel_shuffle %x {upscale_factor = 4611686018427387904 : i64} : (tensor<1x8x2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<1x9x15xf32>) {
  // expected-error @below {{'relax.nn.max_pool1d' op expects a window that fits the padded input of size 15, but found one of 3 elements at distances of 9223372036854775807}}
  %0 = relax.nn.max_pool1d %x {pool_size = array<i64: 3>, dilation = array<i64: 9223372036854775807>} : (tensor<1x9x15xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>, %n: tensor<1xi32>, %i: tensor<2x9xi32>) {
  // expected-error @below {{'relax.vision.non_max_suppression' op expects dimension 0 of indices to be 1, but found 2}}
  %0:2 = relax.vision.non_max_suppression %x, %n, %i : (tensor<*xf32>, tensor<1xi32>, tensor<2x9xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  relax.return
}

// -----

relax.func @main(%c: ui1) {
  // expected-error @below {{'relax.if' op expects}}
  relax.if %c : ui1 {
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

relax.func @main(%n: tensor<?x?xf32, #relax.dims<[n, m]>>) {
  // expected-error @below {{'relax.shape' op expects extents of at least 0, found}}
  %0 = relax.shape [n, -n * m - 1] : !relax.shape<?>
  relax.return
}

// -----

relax.func impure @main(%n: tensor<?xf32, #relax.dims<[n]>>) {
  // expected-error @below {{'relax.memory.alloc_storage' op expects a size of at least 0 bytes, found}}
  %0 = relax.memory.alloc_storage [(-n - 1) floordiv (n + 2)]
  relax.return
}

// -----

relax.func @main() {
  // expected-error @below {{'relax.dtype' op expects an integer or float type}}
  %0 = relax.dtype vector<[4]xf32>
  relax.return
}

// -----

relax.func @main() {
  // expected-error @below {{'relax.dtype' op expects an integer or float type}}
  %0 = relax.dtype f80
  relax.return
}

// -----

// expected-error @below {{'relax.device_mesh' op expects devices from 0 on, found -1}}
relax.device_mesh @mesh [2] devices [-1, 0]

// -----

// R4 of relax.make_closure
// expected-note @below {{the callee is here}}
relax.func private @g(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  relax.return %x : tensor<2xf32>
}
relax.func @main(%x: tensor<3xf32>) {
  // expected-error @below {{'relax.make_closure' op is a closure of type '!relax.callable<() -> tensor<2xf32>, pure>', but @g leaves 1 parameters and has 1 results [relax.make_closure R4]}}
  %0 = relax.make_closure @g(%x) : (tensor<3xf32>) -> !relax.callable<() -> tensor<2xf32>, pure>
  relax.return
}

// -----

relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.to_vdevice' op expects a result of}}
  %0 = relax.to_vdevice %x to <"cuda", 0> : tensor<2xf32> -> tensor<2xf32>
  relax.return
}

// -----

relax.func impure @main(%x: tensor<2xf32>) {
  %0 = relax.memory.view %x at [0] : tensor<2xf32> to tensor<1xf32>
  // expected-error @below {{'relax.memory.kill_tensor' op ends a parameter}}
  relax.memory.kill_tensor %0 : tensor<1xf32>
  relax.return
}

// -----

relax.func impure @main(%x: tensor<2xf32>) {
  %0 = relax.dataflow -> tensor<2xf32> {
    relax.output %x : tensor<2xf32>
  }
  // expected-error @below {{'relax.memory.kill_tensor' op ends a parameter}}
  relax.memory.kill_tensor %0 : tensor<2xf32>
  relax.return
}

// -----

relax.func impure @main(%x: tensor<2xf32>) {
  %0 = relax.match_cast %x : tensor<2xf32> to tensor<2xf32>
  // expected-error @below {{'relax.memory.kill_tensor' op ends a parameter}}
  relax.memory.kill_tensor %0 : tensor<2xf32>
  relax.return
}

// -----

relax.func impure @main(%x: tuple<tensor<2xf32>>) {
  %0 = relax.tuple_get_item %x[0] : tuple<tensor<2xf32>> -> tensor<2xf32>
  // expected-error @below {{'relax.memory.kill_tensor' op ends a parameter}}
  relax.memory.kill_tensor %0 : tensor<2xf32>
  relax.return
}

// -----

relax.func @main(%n: tensor<?xf32, #relax.dims<[n]>>) {
  // expected-error @below {{'relax.shape' op expects extents of at least 0, found (n + 1) floordiv 2 - n - 1}}
  %0 = relax.shape [(0 - n - 1) floordiv 2] : !relax.shape<?>
  relax.return
}

// -----

// The channels have to divide, whatever the weight is.
relax.func @main(%x: tensor<1x2x4x4xf32>, %w: tensor<*xf32>) {
  // expected-error @below {{'relax.nn.conv2d' op expects input channels that divide into 4 groups, but found 2 [relax.nn.conv2d R5]}}
  %0 = relax.nn.conv2d %x, %w {groups = 4 : i64} : (tensor<1x2x4x4xf32>, tensor<*xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<*xf32>, %n: tensor<?xf32, #relax.dims<[n]>>) {
  // expected-error @below {{'relax.memory.ensure_zero_offset' op failed to verify that operand and result have one type}}
  %0 = "relax.memory.ensure_zero_offset"(%x) : (tensor<*xf32>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return
}

// -----

// Known shapes have to fit beside one that is not.
relax.func @main(%x: tensor<*xf32>, %y: tensor<4xf32>, %z: tensor<2xf32>) {
  // expected-error @below {{'relax.ewise_fma' op cannot broadcast sizes 4 and 2}}
  %0 = relax.ewise_fma %x, %y, %z : (tensor<*xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// One more than the greatest integer.
relax.func @main(%x: tensor<1x9x15xf32>) {
  // expected-error @below {{'relax.nn.max_pool1d' op expects a window that fits the padded input of size 15, but found one of 2 elements at distances of 9223372036854775807}}
  %0 = relax.nn.max_pool1d %x {pool_size = array<i64: 2>, dilation = array<i64: 9223372036854775807>} : (tensor<1x9x15xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<3x4xf32>, %y: tensor<3x2xf32>) {
  // expected-error @below {{'relax.slice_scatter' op expects dimension 1 of the source to be 1, but found 2}}
  %0 = relax.slice_scatter %x, %y {axis = 1 : i64, start = #relax.expr<0>, end = #relax.expr<4>, step = 9223372036854775807 : i64} : (tensor<3x4xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  relax.return
}
