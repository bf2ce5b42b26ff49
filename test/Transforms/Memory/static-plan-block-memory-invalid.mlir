// RUN: relax-opt %s -verify-diagnostics -relax-static-plan-block-memory

// expected-error @+1 {{is pure, expected impure, as explicit memory is an effect; run 'relax-remove-purity-checking' first}}
relax.func @pure() {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @dataflow() -> tensor<4xf32> {
  // expected-note @+1 {{the region is here}}
  %0 = relax.dataflow -> tensor<4xf32> {
    // expected-error @+1 {{'relax.builtin.alloc_tensor' op would get effects, expected none in a 'relax.dataflow' region; run 'relax-to-non-dataflow' first}}
    %1 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func impure @local_function() {
  // expected-note @+1 {{the local function is here}}
  %f = relax.lambda : !relax.callable<() -> tensor<4xf32>, pure> {
    // expected-error @+1 {{'relax.builtin.alloc_tensor' op would get effects, expected none, as the local function around it is pure; run 'relax-lambda-lift' first}}
    %1 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.yield %1 : tensor<4xf32>
  }
  relax.return
}
