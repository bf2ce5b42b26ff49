// RUN: relax-opt %s --relax-verify-lowered --split-input-file --verify-diagnostics

// expected-error @+1 {{is left, but code is generated from the 'llvm' dialect only; 'convert-func-to-llvm' should have lowered it}}
func.func private @main()

// -----

// expected-error @+1 {{'convert-relax-to-runtime' should have lowered it}}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'relax-legalize-ops' should have lowered it}}
  %0 = relax.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'convert-relax-to-runtime' should have lowered it}}
  relax.return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{no pass of this pipeline lowers it}}
ml_program.global private mutable @x(0 : i32) : i32

// -----

llvm.func @fine()
