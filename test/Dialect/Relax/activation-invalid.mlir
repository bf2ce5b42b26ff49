// Activation functions: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.nn.prelu
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf16>) {
  // expected-error @below {{'relax.nn.prelu' op expects operands of one element type}}
  %0 = relax.nn.prelu %x, %p0 {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.prelu
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.prelu' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.nn.prelu %x, %p0 {axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.prelu
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<4xf32>) {
  // expected-error @below {{'relax.nn.prelu' op expects the length of 'alpha' to be 3, but found 4}}
  %0 = relax.nn.prelu %x, %p0 {axis = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.prelu
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<2x3xf32>) {
  // expected-error @below {{'relax.nn.prelu' op expects 'alpha' of rank 1, but found rank 2}}
  %0 = relax.nn.prelu %x, %p0 {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.nn.prelu
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %p0: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.prelu' op expects operands on one device}}
  %0 = relax.nn.prelu %x, %p0 {axis = 1 : i64} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.nn.softmax
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.nn.softmax' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.nn.softmax %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}
