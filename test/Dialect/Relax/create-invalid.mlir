// Ops that make tensors: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.full
relax.func @main(%s: !relax.shape<[16, 16]>, %v: tensor<4xf32>) {
  // expected-error @below {{'relax.full' op expects 'fill_value' of rank 0, but found rank 1}}
  %0 = relax.full %s, %v : (!relax.shape<[16, 16]>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.full
relax.func @main(%s: !relax.shape<[16, 16]>, %v: tensor<f32>) {
  // expected-error @below {{'relax.full' op expects 'dtype' to be a number type or i1, but found 'none'}}
  %0 = relax.full %s, %v {dtype = none} : (!relax.shape<[16, 16]>, tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.full_like
relax.func @main(%x: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error @below {{'relax.full_like' op expects 'fill_value' of rank 0, but found rank 1}}
  %0 = relax.full_like %x, %v : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.full_like
relax.func @main(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @below {{'relax.full_like' op expects 'dtype' to be a number type or i1}}
  %0 = relax.full_like %x, %v {dtype = none} : (tensor<2x3xf32>, tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.ones
relax.func @main(%s: !relax.shape<[16, 16]>) {
  // expected-error @below {{'relax.ones' op expects 'dtype' to be a number type or i1}}
  %0 = relax.ones %s {dtype = none} : (!relax.shape<[16, 16]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.zeros_like
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.zeros_like' op expects 'dtype' to be a number type or i1}}
  %0 = relax.zeros_like %x {dtype = none} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.arange
relax.func @main() {
  // expected-error @below {{'relax.arange' op expects 'dtype' to be a number type or i1, but found 'none'}}
  %0 = relax.arange {dtype = none, end = #relax.expr<1>, start = #relax.expr<0>, step = #relax.expr<1>} : () -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.arange
relax.func @main() {
  // expected-error @below {{'relax.arange' op expects a constant step other than 0, but found #relax.expr<0>}}
  %0 = relax.arange {dtype = f32, end = #relax.expr<1>, start = #relax.expr<0>, step = #relax.expr<0>} : () -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.eye
relax.func @main() {
  // expected-error @below {{'relax.eye' op expects 'dtype' to be a number type or i1, but found 'none'}}
  %0 = relax.eye {dtype = none, n = #relax.expr<2>} : () -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.eye_like
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.eye_like' op expects 'dtype' to be a number type or i1, but found 'none'}}
  %0 = relax.eye_like %x {dtype = none} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.eye_like
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.eye_like' op expects an operand of rank 2, but found rank 1}}
  %0 = relax.eye_like %x : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.tril
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.tril' op expects an operand of rank 2 or more, but found rank 1}}
  %0 = relax.tril %x : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.hamming_window
relax.func @main() {
  // expected-error @below {{'relax.hamming_window' op expects 'dtype' to be a float type, but found 'i32'}}
  %0 = relax.hamming_window {dtype = i32, window_size = 8 : i64} : () -> tensor<*xi32>
  relax.return
}

// -----

relax.func @f() {
  // expected-note @below {{operand #0, of type '!relax.shape<[2]>', is made here}}
  %0 = relax.shape [2] : !relax.shape<[2]>
  // expected-error @+1 {{expects 'dtype' to be a number type or i1, but found 'i3'}}
  %1 = relax.zeros %0 {dtype = i3} : (!relax.shape<[2]>) -> tensor<2xi3>
  relax.return
}

// -----

relax.func @f() {
  // expected-note @below {{operand #0, of type '!relax.shape<[2]>', is made here}}
  %0 = relax.shape [2] : !relax.shape<[2]>
  // expected-error @+1 {{expects 'dtype' to be a number type or i1, but found 'f80'}}
  %1 = relax.zeros %0 {dtype = f80} : (!relax.shape<[2]>) -> tensor<2xf80>
  relax.return
}
