// RUN: relax-opt %s --relax-verify-symbols --verify-diagnostics

// expected-error @+1 {{refers to @missing, expected a symbol of the module; define it or drop the op}}
func.func @one() attributes {callee = @missing} {
  return
}
// Every violation is reported, of whatever kind of function.
// expected-error @+2 {{is exported as "name", expected its symbol, @two; run 'relax-normalize-global-symbols'}}
// expected-note @+1 {{the other symbol is here}}
func.func @two() attributes {global_symbol = "name"} {
  return
}
// expected-error @+2 {{is exported as "name", expected its symbol, @three; run 'relax-normalize-global-symbols'}}
// expected-error @+1 {{is exported as "name", expected a free name; rename one of the two}}
func.func @three() attributes {global_symbol = "name"} {
  return
}

// Nested attributes, functions of all kinds, each name once an op.
// expected-error @+2 {{'relax.func' op refers to @lost, expected a symbol of the module; define it or drop the op [relax-verify-symbols R1]}}
// expected-error @+1 {{'relax.func' op refers to @gone, expected a symbol of the module; define it or drop the op}}
relax.func private @dead(%x: tensor<4xf32>) attributes {info = {of = [@lost, @lost, @dead]}, other = @gone} {
  relax.return
}
// expected-error @+1 {{'tir.func' op refers to @lost}}
tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64, twin = @lost} {
  tir.return
}
// expected-error @+1 {{'relax.extern_func' op refers to @lost}}
relax.extern_func @external {twin = @lost}
llvm.func @lowered() {
  // expected-error @+1 {{'llvm.return' op refers to @lost}}
  llvm.return {twin = @lost}
}
// Code of a device has names of its own, and sees no others.
gpu.module @device {
  // expected-error @+2 {{'gpu.func' op is exported as "name", expected its symbol, @four; run 'relax-normalize-global-symbols' [relax-verify-symbols R2]}}
  // expected-error @+1 {{'gpu.func' op refers to @k}}
  gpu.func @four() kernel attributes {global_symbol = "name", twin = @k} {
    gpu.return
  }
}
// Two modules inside of this one export into one world.
module @nested {
  // expected-note @+1 {{the other symbol is here}}
  relax.func @inner(%x: tensor<4xf32>) {
    relax.return
  }
  // Neither a declaration nor a private function does.
  func.func private @lowered()
}
module {
  // expected-error @+1 {{'tir.func' op is exported as "inner", expected a free name; rename one of the two [relax-verify-symbols R3]}}
  tir.func @inner(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
    tir.return
  }
  relax.func private @dead(%x: tensor<4xf32>) {
    relax.return
  }
}
