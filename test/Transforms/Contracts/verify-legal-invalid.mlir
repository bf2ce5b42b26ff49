// RUN: relax-opt %s --relax-verify-legal --verify-diagnostics

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is an operator that no later pass lowers; lower it with 'relax-legalize-ops': nothing about the op hinders that pass}}
  %0 = relax.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{is an operator that no later pass lowers}}
  %1 = relax.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// Not in the default function alone: a private, dead one, and why.
relax.func private @dead(%x: tensor<*xf32>) {
  // expected-error @+1 {{lower it with 'relax-legalize-ops': operand #0 is 'tensor<*xf32>', of unknown rank; run 'relax-infer-types'}}
  %0 = relax.exp %x : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}
