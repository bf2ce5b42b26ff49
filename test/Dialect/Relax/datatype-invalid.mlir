// Changes of the element type: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.astype
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.astype' op expects 'dtype' to be a number type or i1, but found '!relax.unknown'}}
  %0 = relax.astype %x {dtype = !relax.unknown} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.wrap_param
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.wrap_param' op expects 'dtype' to be a number type or i1}}
  %0 = relax.wrap_param %x {dtype = tuple<>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}
