// Ops that choose elements: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.where
relax.func @main(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'relax.where' op expects operands of one element type, but found 'f32' and 'f16'}}
  %0 = relax.where %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.where
relax.func @main(%c: tensor<5xi1>, %x: tensor<4xf32>) {
  // expected-error @below {{'relax.where' op cannot broadcast sizes}}
  %0 = relax.where %c, %x, %x : (tensor<5xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.where
relax.func @main(%c: tensor<4xi1>, %x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.where' op expects operands on one device}}
  %0 = relax.where %c, %x, %y : (tensor<4xi1>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.argmax
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.argmax' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.argmax %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xi64>
  relax.return
}

// -----

// R2 of relax.argmin
relax.func @main(%x: tensor<2x0xf32>) {
  // expected-error @below {{'relax.argmin' op expects elements along axis 1, but its size is 0}}
  %0 = relax.argmin %x {axis = 1 : i64} : (tensor<2x0xf32>) -> tensor<*xi64>
  relax.return
}

// -----

// R1 of relax.bucketize
relax.func @main(%x: tensor<2x3xf32>, %b: tensor<4xf16>) {
  // expected-error @below {{'relax.bucketize' op expects operands of one element type}}
  %0 = relax.bucketize %x, %b : (tensor<2x3xf32>, tensor<4xf16>) -> tensor<*xi64>
  relax.return
}

// -----

// R2 of relax.bucketize
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.bucketize' op expects 'boundaries' of rank 1, but found rank 2}}
  %0 = relax.bucketize %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xi64>
  relax.return
}

// -----

// R3 of relax.bucketize
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %b: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.bucketize' op expects operands on one device}}
  %0 = relax.bucketize %x, %b : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xi64>
  relax.return
}

// -----

// R1 of relax.unique
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.unique' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.unique %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.multinomial_from_uniform
relax.func @main(%p: tensor<4xf32>, %u: tensor<2x3xf32>, %s: tensor<2x3xi64>) {
  // expected-error @below {{'relax.multinomial_from_uniform' op expects operands of rank 2, but found rank 1}}
  %0 = relax.multinomial_from_uniform %p, %u, %s : (tensor<4xf32>, tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<*xi64>
  relax.return
}

// -----

// R2 of relax.multinomial_from_uniform
relax.func @main(%p: tensor<2x3xf32>, %u: tensor<2x3xf32>, %s: tensor<2x3xi64>) {
  // expected-error @below {{'relax.multinomial_from_uniform' op expects dimension 1 of the draws to be 1, but found 3}}
  %0 = relax.multinomial_from_uniform %p, %u, %s : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<*xi64>
  relax.return
}

// -----

// R3 of relax.multinomial_from_uniform
relax.func @main(%p: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %u: tensor<2x1xf32, #relax.dims<[2, 1], vdevice = #relax.vdevice<"llvm", 0>>>, %s: tensor<2x1xi64>) {
  // expected-error @below {{'relax.multinomial_from_uniform' op expects operands on one device}}
  %0 = relax.multinomial_from_uniform %p, %u, %s : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x1xf32, #relax.dims<[2, 1], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<2x1xi64>) -> tensor<*xi64>
  relax.return
}

// -----

// R4 of relax.multinomial_from_uniform
relax.func @main(%p: tensor<2x3xf32>, %u: tensor<2x1xf32>, %s: tensor<2x1xi64>) {
  // expected-error @below {{'relax.multinomial_from_uniform' op expects 'dtype' to be an integer type}}
  %0 = relax.multinomial_from_uniform %p, %u, %s {dtype = f32} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x1xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.one_hot
relax.func @main(%i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.one_hot' op expects both values of one type, but found 'f32' and 'i32'}}
  %0 = relax.one_hot %i {on_value = 1.0 : f32, off_value = 0 : i32, depth = 3 : i64} : (tensor<2x3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.one_hot
relax.func @main(%i: tensor<2x3xi64>) {
  // expected-error @below {{'relax.one_hot' op expects an axis in [-3, 3), but found 3}}
  %0 = relax.one_hot %i {on_value = 1.0 : f32, off_value = 0.0 : f32, depth = 3 : i64, axis = 3 : i64} : (tensor<2x3xi64>) -> tensor<*xf32>
  relax.return
}
