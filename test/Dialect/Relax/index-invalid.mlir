// Ops that take elements by their places: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.take
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'relax.take' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.take %x, %i {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.take: no axis
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'relax.take' op expects 'axis' for an operand of rank 2, but found none}}
  %0 = relax.take %x, %i : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.take
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %i: tensor<4xi64, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.take' op expects operands on one device}}
  %0 = relax.take %x, %i : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xi64, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.take
relax.func @main(%x: tensor<4xi32>, %i: tensor<2xi64>) {
  // expected-error @below {{'relax.take' op expects float elements for mode "nan", but found 'i32'}}
  %0 = relax.take %x, %i {mode = "nan"} : (tensor<4xi32>, tensor<2xi64>) -> tensor<*xi32>
  relax.return
}

// -----

// R1 of relax.strided_slice
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.strided_slice' op expects 'begin' to have 1 entries, but found 2}}
  %0 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<0>, #relax.expr<0>], end = [#relax.expr<1>]} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.strided_slice: strides
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.strided_slice' op expects 'strides' to have 1 entries, but found 2}}
  %0 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<1>], strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.strided_slice
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.strided_slice' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.strided_slice %x {axes = array<i64: 2>, begin = [#relax.expr<0>], end = [#relax.expr<1>]} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.strided_slice
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.strided_slice' op expects strides other than 0, but found 0 for axis 1}}
  %0 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<1>], strides = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.dynamic_strided_slice
relax.func @main(%x: tensor<2x3xf32>, %b: tensor<3xi64>) {
  // expected-error @below {{'relax.dynamic_strided_slice' op expects the length of each bound to be 2, but found 3}}
  %0 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<2x3xf32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.dynamic_strided_slice: rank
relax.func @main(%x: tensor<2x3xf32>, %b: tensor<i64>) {
  // expected-error @below {{'relax.dynamic_strided_slice' op expects bounds of rank 1, but found rank 0}}
  %0 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<2x3xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.dynamic_strided_slice
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %b: tensor<1xi64, #relax.dims<[1], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.dynamic_strided_slice' op expects operands on one device}}
  %0 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<1xi64, #relax.dims<[1], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<1xi64, #relax.dims<[1], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<1xi64, #relax.dims<[1], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.gather_elements
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.gather_elements' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.gather_elements %x, %i {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.gather_elements
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'relax.gather_elements' op expects data and indices of one rank, but found 2 and 1}}
  %0 = relax.gather_elements %x, %i : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.gather_elements
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %i: tensor<2x3xi64, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.gather_elements' op expects operands on one device}}
  %0 = relax.gather_elements %x, %i : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xi64, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.gather_nd
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.gather_nd' op expects operands of rank 2 + 1 or more, but found rank 2}}
  %0 = relax.gather_nd %x, %i {batch_dims = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.gather_nd
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.gather_nd' op expects at most 2 coordinates, but found 3}}
  %0 = relax.gather_nd %x, %i : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.gather_nd
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %i: tensor<2x3xi64, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.gather_nd' op expects operands on one device}}
  %0 = relax.gather_nd %x, %i : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xi64, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.index_tensor
relax.func @main(%x: tensor<4xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.index_tensor' op expects between one index tensor and one an axis, but found 2}}
  %0 = relax.index_tensor %x, %i, %i : (tensor<4xf32>, tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.index_tensor
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %j: tensor<2xi64>) {
  // expected-error @below {{'relax.index_tensor' op cannot broadcast sizes 3 and 2}}
  %0 = relax.index_tensor %x, %i, %j : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.index_tensor
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %i: tensor<2x3xi64, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.index_tensor' op expects operands on one device}}
  %0 = relax.index_tensor %x, %i : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xi64, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}
