// Scans: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.cumsum' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.cumsum %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.cumprod' op expects 'dtype' to be a number type, but found 'none'}}
  %0 = relax.cumprod %x {dtype = none} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}
