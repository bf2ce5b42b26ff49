// Ops on each element of one tensor: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.clip
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.clip' op expects bounds that are numbers, but found NaN}}
  %0 = relax.clip %x {min = 0x7FF8000000000000 : f64, max = 6.0} : tensor<4xf32>
  relax.return
}

// -----

// R1 of relax.clip: integers
relax.func @main(%x: tensor<4xi32>) {
  // expected-error @below {{'relax.clip' op expects integer bounds for elements 'i32', but found 0.000000e+00 : f64}}
  %0 = relax.clip %x {min = 0.0, max = 6} : tensor<4xi32>
  relax.return
}

// -----

// A declared type that contradicts the rules
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.exp' op declares result 0 as 'tensor<5xf32>', expected what its operands give, 'tensor<4xf32>'}}
  %0 = relax.exp %x : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// A declared element type
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.isnan' op declares result 0 as 'tensor<4xf32>', expected what its operands give, 'tensor<4xi1>'}}
  %0 = relax.isnan %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// Elements that an op has no meaning for
relax.func @main(%x: tensor<4xi32>) {
  // expected-error @below {{'relax.exp' op operand #0 must be tensor of floating-point or unknown values, but got 'tensor<4xi32>'}}
  %0 = relax.exp %x : tensor<4xi32>
  relax.return
}

// -----

// No arithmetic on truth values
relax.func @main(%x: tensor<4xi1>) {
  // expected-error @below {{'relax.negative' op operand #0 must be tensor of floating-point or index or integer wider than i1 or unknown values, but got 'tensor<4xi1>'}}
  %0 = relax.negative %x : tensor<4xi1>
  relax.return
}

// -----

// Only truth values
relax.func @main(%x: tensor<4xi32>) {
  // expected-error @below {{'relax.logical_not' op operand #0 must be tensor of 1-bit signless integer or unknown values, but got 'tensor<4xi32>'}}
  %0 = relax.logical_not %x : tensor<4xi32>
  relax.return
}
