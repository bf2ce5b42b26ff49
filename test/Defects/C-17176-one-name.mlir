// A TIR function whose exported name is not its symbol is an error, too.
// RUN: relax-opt %s -verify-diagnostics

// expected-error @below {{is exported as "hello_tir_zeros", expected its symbol, @tir_zeros; rename both together [tir.func R6]}}
tir.func @tir_zeros(%y: memref<4xf32>) attributes {num_inputs = 0 : i64, global_symbol = "hello_tir_zeros"} {
  tir.return
}
