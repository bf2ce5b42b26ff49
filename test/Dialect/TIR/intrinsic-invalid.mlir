// Checks and foreign functions: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of tir.assert
tir.func private @silent(%m: memref<i1>) attributes {num_inputs = 0} {
  %c = arith.constant true
  // expected-error @below {{'tir.assert' op has an empty message, expected one that says what must hold}}
  tir.assert %c, ""
  tir.return
}

// -----

// R1 of tir.call_extern
// expected-note @below {{the function is here}}
tir.func private @other(memref<f32>) attributes {num_inputs = 1}

tir.func private @types(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.call_extern' op calls @other with types '(index) -> ()', expected '(memref<f32>) -> ()'}}
  tir.call_extern @other(%n) : (index) -> ()
  tir.return
}
