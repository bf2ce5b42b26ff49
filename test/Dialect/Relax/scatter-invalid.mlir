// Ops that put elements by their places: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.scatter_elements
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %u: tensor<2x3xf16>) {
  // expected-error @below {{'relax.scatter_elements' op expects operands of one element type}}
  %0 = relax.scatter_elements %x, %i, %u : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.scatter_elements
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.scatter_elements' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.scatter_elements %x, %i, %x {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.scatter_elements
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'relax.scatter_elements' op expects indices of rank 2, but found rank 1}}
  %0 = relax.scatter_elements %x, %i, %x : (tensor<2x3xf32>, tensor<3xi64>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.scatter_elements: updates
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>, %u: tensor<2x2xf32>) {
  // expected-error @below {{'relax.scatter_elements' op expects dimension 1 of updates to be 3, but found 2}}
  %0 = relax.scatter_elements %x, %i, %u : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.scatter_elements
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %i: tensor<2x3xi64>, %u: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.scatter_elements' op expects operands on one device}}
  %0 = relax.scatter_elements %x, %i, %u : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xi64>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.scatter_nd
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x3xf16>) {
  // expected-error @below {{'relax.scatter_nd' op expects operands of one element type}}
  %0 = relax.scatter_nd %x, %i, %u : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.scatter_nd
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error @below {{'relax.scatter_nd' op expects indices of rank 1 or more, but found rank 0}}
  %0 = relax.scatter_nd %x, %i, %x : (tensor<2x3xf32>, tensor<i64>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.scatter_nd: coordinates
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.scatter_nd' op expects at most 2 coordinates, but found 3}}
  %0 = relax.scatter_nd %x, %i, %x : (tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.scatter_nd
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<5x1xi64>) {
  // expected-error @below {{'relax.scatter_nd' op expects dimension 0 of updates to be 5, but found 2}}
  %0 = relax.scatter_nd %x, %i, %x : (tensor<2x3xf32>, tensor<5x1xi64>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.scatter_nd
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %i: tensor<2x1xi64>, %u: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.scatter_nd' op expects operands on one device}}
  %0 = relax.scatter_nd %x, %i, %u : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x1xi64>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.slice_scatter
relax.func @main(%x: tensor<2x3xf32>, %u: tensor<1x3xf16>) {
  // expected-error @below {{'relax.slice_scatter' op expects operands of one element type}}
  %0 = relax.slice_scatter %x, %u {start = #relax.expr<0>, end = #relax.expr<1>} : (tensor<2x3xf32>, tensor<1x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.slice_scatter
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.slice_scatter' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.slice_scatter %x, %x {start = #relax.expr<0>, end = #relax.expr<1>, axis = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.slice_scatter
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.slice_scatter' op expects a step of 1 or more, but found 0}}
  %0 = relax.slice_scatter %x, %x {start = #relax.expr<0>, end = #relax.expr<1>, step = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.slice_scatter
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.slice_scatter' op expects dimension 0 of the source to be 1, but found 2}}
  %0 = relax.slice_scatter %x, %x {start = #relax.expr<0>, end = #relax.expr<1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.slice_scatter
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %u: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.slice_scatter' op expects operands on one device}}
  %0 = relax.slice_scatter %x, %u {start = #relax.expr<0>, end = #relax.expr<2>} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.index_put
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>, %u: tensor<2x3xf16>) {
  // expected-error @below {{'relax.index_put' op expects operands of one element type}}
  %0 = relax.index_put %x, %i, %u : (tensor<2x3xf32>, tensor<2xi64>, tensor<2x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.index_put
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.index_put' op expects between one index tensor and one an axis, but found 0}}
  %0 = relax.index_put %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.index_put
relax.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>, %j: tensor<3xi64>) {
  // expected-error @below {{'relax.index_put' op cannot broadcast sizes 2 and 3}}
  %0 = relax.index_put %x, %i, %j, %x : (tensor<2x3xf32>, tensor<2xi64>, tensor<3xi64>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.index_put
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %i: tensor<2xi64>, %u: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.index_put' op expects operands on one device}}
  %0 = relax.index_put %x, %i, %u : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2xi64>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}
