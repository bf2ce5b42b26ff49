// Functions of upstream that have no counterpart at the graph level.
// RUN: relax-opt %s --split-input-file --convert-func-to-relax --verify-diagnostics

// expected-error @+1 {{'func.func' op cannot become a part of a 'relax.func': parameter #1 is memref<4xf32>; expected a tensor or a number}}
func.func @parameter(%x: tensor<4xf32>, %m: memref<4xf32>) {
  return
}

// -----

// expected-error @+1 {{result #0 is complex<f32>; expected a tensor or a number}}
func.func @result(%x: tensor<4xf32>) -> complex<f32> {
  %c = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  return %c : complex<f32>
}

// -----

// expected-error @+1 {{it has no body; expected one, or a 'relax.extern_func' that 'relax.call_dps_packed' calls}}
func.func private @outside(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

// expected-error @+1 {{its body has several blocks; expected one: run 'lift-cf-to-scf' first}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %x : tensor<4xf32>
}

// -----

func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op cannot become a part of a 'relax.func': it is a loop, expected none at the graph level; unroll it, or let a function call itself}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %1 = arith.addf %y, %x : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// What a function on tensors calls goes with it.
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  call @scalars() : () -> ()
  return %x : tensor<4xf32>
}
// expected-error @+1 {{it has no body}}
func.func private @scalars()
