// Ops that order elements: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.sort
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.sort' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.sort %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.argsort
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.argsort' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.argsort %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xi64>
  relax.return
}

// -----

// R2 of relax.argsort
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.argsort' op expects 'dtype' to be an integer type, but found 'f32'}}
  %0 = relax.argsort %x {dtype = f32} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.topk
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.topk' op expects an axis in [-2, 2), but found 2}}
  %0:2 = relax.topk %x {axis = 2 : i64} : (tensor<2x3xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  relax.return
}

// -----

// R2 of relax.topk
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.topk' op expects 'dtype' to be an integer type, but found 'i1'}}
  %0:2 = relax.topk %x {dtype = i1} : (tensor<2x3xf32>) -> (tensor<*xf32>, tensor<*xi1>)
  relax.return
}

// -----

// R3 of relax.topk
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.topk' op expects 'k' to be at most 3, but found 4}}
  %0:2 = relax.topk %x {k = 4 : i64} : (tensor<2x3xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects 'dtype' to be an integer type, but found 'i3'}}
  %0 = relax.argsort %x {dtype = i3} : (tensor<4xf32>) -> tensor<4xi3>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects 'dtype' to be an integer type, but found 'si32'}}
  %0 = relax.argsort %x {dtype = si32} : (tensor<4xf32>) -> tensor<4xsi32>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects 'dtype' to be an integer type, but found 'i128'}}
  %0 = relax.argsort %x {dtype = i128} : (tensor<4xf32>) -> tensor<4xi128>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects 'dtype' to be an integer type, but found 'index'}}
  %0 = relax.argsort %x {dtype = index} : (tensor<4xf32>) -> tensor<4xindex>
  relax.return
}
