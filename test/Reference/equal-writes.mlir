// Iterations of a parallel loop may write one element if they write the same
// number: tiles that overlap do. Other numbers are a race.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func @equal(%y: memref<1xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 2.0 : f32
  tir.for parallel %i = %c0 to %c4 {
    memref.store %v, %y[%c0] : memref<1xf32>
  }
  tir.return
}
tir.func @different(%y: memref<1xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for parallel %i = %c0 to %c4 {
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    // expected-error @+2 {{is a data race}}
    // expected-note @+1 {{the other access is here}}
    memref.store %v, %y[%c0] : memref<1xf32>
  }
  tir.return
}
