// RUN: relax-opt %s -split-input-file -verify-diagnostics -relax-call-tir-rewrite

relax.extern_func @my.f
// expected-error @+1 {{is pure, expected impure, as explicit memory is an effect; run 'relax-remove-purity-checking' first}}
relax.func @pure(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.extern_func @my.f
relax.func impure @region(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+1 {{the region is here}}
  %0 = relax.dataflow -> tensor<4xf32> {
    // expected-error @+1 {{would get effects, expected none in a 'relax.dataflow' region; run 'relax-to-non-dataflow' first}}
    %1 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

// Every violation is reported.
relax.extern_func @my.f
relax.func impure @unknown(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{expects results of known dtype and dimensions, found 'tensor<?xf32>'; name the dimensions with 'relax.match_cast'}}
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<?xf32>
  // expected-error @+1 {{expects results of known dtype and dimensions, found 'tensor<*xf32>'}}
  %1 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<*xf32>
  relax.return %0 : tensor<?xf32>
}

// -----

relax.extern_func @my.set
relax.func impure @pair(%x: tuple<tensor<4xf32>>) -> tuple<tensor<4xf32>> {
  // expected-error @+1 {{overwrites argument #0 of type 'tuple<tensor<4xf32>>', expected a tensor of known rank, which has memory to overwrite; pass each tensor as an argument of its own}}
  %0 = relax.call_inplace_packed @my.set(%x) {inplace_indices = array<i64: 0>} : (tuple<tensor<4xf32>>) -> tuple<tensor<4xf32>>
  relax.return %0 : tuple<tensor<4xf32>>
}

// -----

tir.func private @fill(%x: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @local() attributes {relax.force_pure} {
  // expected-note @+1 {{the local function is here}}
  %f = relax.lambda : !relax.callable<() -> tensor<4xf32>, pure> {
    // expected-error @+1 {{would get effects, expected none, as the local function around it is pure; run 'relax-lambda-lift' first}}
    %0 = relax.call_tir @fill() : () -> tensor<4xf32>
    relax.yield %0 : tensor<4xf32>
  }
  relax.return
}
