// What breaks a rule that is switched off stops no pass with a crash.
// RUN: not relax-opt %s --test-disable-rule='relax.call_tir_inplace R4' --relax-call-tir-rewrite 2>&1 | FileCheck %s

tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @main(%x: tensor<4xf32>) {
  // An index of no argument is none: the result is a fresh one.
  // CHECK: error: 'relax.call_prim_func' op needs 1 inputs, 1 outputs and 0 variables, but @k has 1 parameters [relax.call_prim_func R2]
  %0 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64: 7>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}
