// Arguments of a call are operands; a tuple among them is a type error.
// RUN: relax-opt %s -verify-diagnostics

tir.func private @twice(%x: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func impure @main(%t: tuple<tensor<4xf32>>) {
  // expected-error @below {{operand #0 must be variadic of tensor of any type values, but got 'tuple<tensor<4xf32>>'}}
  %0 = relax.call_tir_inplace @twice(%t) {inplace_indices = array<i64: 0>} : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  relax.return
}
