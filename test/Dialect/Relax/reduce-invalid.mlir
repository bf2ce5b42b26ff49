// Reductions: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.sum' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.sum %x {axis = array<i64: 2>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1: too far back
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.max' op expects an axis in [-2, 2), but found -3}}
  %0 = relax.max %x {axis = array<i64: -3>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1: twice
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.mean' op expects each axis once, found axis 1 twice}}
  %0 = relax.mean %x {axis = array<i64: 1, -1>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.median
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.median' op expects an axis in [-2, 2), but found 2}}
  %0:2 = relax.median %x {axis = array<i64: 2>} : (tensor<2x3xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  relax.return
}

// -----

// R2 of relax.median
relax.func @main(%x: tensor<2x0xf32>) {
  // expected-error @below {{'relax.median' op expects elements along axis 1, but its size is 0}}
  %0:2 = relax.median %x {axis = array<i64: 1>} : (tensor<2x0xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  relax.return
}

// -----

// A result too few
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.median' op expects 2 results, but found 1}}
  %0 = relax.median %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}
