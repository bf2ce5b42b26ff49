// RUN: relax-opt %s --relax-verify-graph --split-input-file --verify-diagnostics

relax.func impure @main() {
  // expected-error @+1 {{manages memory, but functions of the graph level hold values only; memory becomes explicit in 'relax-call-tir-rewrite'}}
  %0 = relax.memory.alloc_storage [16]
  // expected-error @+1 {{manages memory}}
  relax.memory.kill_storage %0
  relax.return
}

// -----

relax.func private @fine(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// -----

// Every kind of function, and ops inside regions.
relax.func impure private @dead(%c: tensor<i1>) {
  relax.if %c : tensor<i1> {
    // expected-error @+1 {{manages memory}}
    %0 = relax.memory.alloc_storage [16]
    relax.yield
  } else {
    // expected-error @+1 {{manages memory}}
    %0 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.yield
  }
  relax.return
}

// -----

// What is overwritten is gone. `cse` makes this of two equal sums.
tir.func private @set(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.extern_func @my.set
relax.func impure @overwritten(%c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'relax.call_tir_inplace' op overwrites argument #0, which is used afterwards; use result #0, or call with a copy}}
  %1 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'relax.call_inplace_packed' op overwrites argument #1, which is used afterwards}}
  %2 = relax.call_inplace_packed @my.set(%c, %1) {inplace_indices = array<i64: 1>} : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  relax.if %c : tensor<i1> {
    // expected-note @+1 {{it is used here}}
    relax.print "{}"(%1) : tensor<4xf32>
    relax.yield
  } else {
    relax.yield
  }
  // expected-note @+1 {{it is used here}}
  relax.return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A use before the call, and one of the result.
tir.func private @set(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @dies(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.abs %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
