// What is left before code generation is named, with the pass that owns it.
// RUN: relax-opt %s -relax-verify-lowered -verify-diagnostics

// expected-error @below {{'relax.func' op is left, expected the 'llvm' dialect only, from which code is generated; 'convert-relax-to-runtime' should have lowered it}}
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.add' op is left, expected the 'llvm' dialect only, from which code is generated; 'relax-legalize-ops' should have lowered it}}
  %0 = relax.add %x, %x : tensor<4xf32>
  // expected-error @below {{'relax.return' op is left}}
  relax.return
}
