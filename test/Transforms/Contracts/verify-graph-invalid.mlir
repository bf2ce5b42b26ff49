// RUN: relax-opt %s --relax-verify-graph --split-input-file --verify-diagnostics

relax.func impure @main() {
  // expected-error @+1 {{manages memory, expected values only in functions of the graph level; memory becomes explicit in 'relax-call-tir-rewrite', and 'relax-compile --start-at=memory' takes a module that has it}}
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

// An argument that a call overwrites is a value, used as any other.
tir.func private @set(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @used(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.abs %x : tensor<4xf32>
  %1 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// All of them in one module, whatever the functions are.
tir.func private @set(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // What a tensor program allocates is its own.
  %0 = memref.alloc() : memref<4xf32>
  tir.return
}
relax.func impure @public(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'relax.builtin.alloc_tensor' op manages memory, expected values only in functions of the graph level; memory becomes explicit in 'relax-call-tir-rewrite', and 'relax-compile --start-at=memory' takes a module that has it [relax-verify-graph R1]}}
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  %1 = relax.call_tir_inplace @set(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %x : tensor<4xf32>
}
relax.func impure private @group(%x: tensor<4xf32>) attributes {relax.primitive} {
  // expected-error @+1 {{'memref.alloc' op manages memory}}
  %0 = memref.alloc() : memref<4xf32>
  relax.return
}
relax.func impure private @closure(%x: tensor<4xf32>) {
  %0 = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, impure> {
  ^bb0(%y: tensor<4xf32>):
    // expected-error @+1 {{'relax.memory.alloc_storage' op manages memory}}
    %1 = relax.memory.alloc_storage [16]
    relax.yield %y : tensor<4xf32>
  }
  relax.return
}
func.func @host() {
  // expected-error @+1 {{manages memory}}
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  return
}
module @nested {
  relax.func impure @inner() {
    // expected-error @+1 {{manages memory}}
    %0 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.return
  }
}
