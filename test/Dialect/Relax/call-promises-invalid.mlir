// What calls promise of kernels, that they only read, and of closures, that they
// have no effect.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, but @k writes it; have it written in place, or into an output [relax.call_tir R5]}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// Through a view, a choice and a loop's region.
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %true = arith.constant true
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [2], strides: [1] : memref<4xf32> to memref<2xf32>
  %w = memref.cast %v : memref<2xf32> to memref<?xf32>
  %u = memref.cast %y : memref<4xf32> to memref<?xf32>
  %z = arith.select %true, %w, %u : memref<?xf32>
  tir.for %i = %c0 to %c4 {
    %a = memref.load %y[%i] : memref<4xf32>
    // expected-note @+1 {{the argument is written here}}
    memref.store %a, %z[%c0] : memref<?xf32>
  }
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, but @k writes it}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, but @k writes it; have it written in place, or into an output [relax.call_tir_with_grad R5]}}
  %0 = relax.call_tir_with_grad @k(%x) {te_grad_name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, but @k writes it; have it written in place, or into an output [relax.call_tir_inplace R7]}}
  %0 = relax.call_tir_inplace @k(%x, %y) {inplace_indices = array<i64: 1>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{passes argument #0 to be read, but @k writes it; have it written in place, or into an output [relax.call_prim_func R4]}}
  relax.call_prim_func @k ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>)
  relax.return
}

// -----

relax.func impure private @g(%x: tensor<4xf32>) -> tensor<4xf32> { // expected-note {{the callee is here}}
  relax.print "here"
  relax.return %x : tensor<4xf32>
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{is a pure callable, but @g is impure; drop 'pure' from its type [relax.make_closure R3]}}
  %0 = relax.make_closure @g(%x) : (tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>
  relax.return
}

// -----

relax.func @f(%x: !relax.callable<() -> tensor<4xf32>, impure>) {
  // expected-error @+1 {{promises no effect of a callable of type '!relax.callable<() -> tensor<4xf32>, impure>', which is impure; call it with 'relax.invoke_closure' [relax.invoke_pure_closure R2]}}
  %0 = relax.invoke_pure_closure %x() : !relax.callable<() -> tensor<4xf32>, impure>, () -> tensor<4xf32>
  relax.return
}

// -----

// Of callables that give or take callables, too.
relax.func @f(%x: !relax.callable<() -> !relax.callable<() -> tensor<4xf32>, impure>, pure>) {
  // expected-error @+1 {{[relax.match_cast R1]}}
  %0 = relax.match_cast %x : !relax.callable<() -> !relax.callable<() -> tensor<4xf32>, impure>, pure> to !relax.callable<() -> !relax.callable<() -> tensor<4xf32>, pure>, pure>
  relax.return
}

// -----

relax.func @f(%x: !relax.callable<(!relax.callable<() -> tensor<4xf32>, pure>) -> tensor<4xf32>, pure>) {
  // expected-error @+1 {{[relax.match_cast R1]}}
  %0 = relax.match_cast %x : !relax.callable<(!relax.callable<() -> tensor<4xf32>, pure>) -> tensor<4xf32>, pure> to !relax.callable<(!relax.callable<() -> tensor<4xf32>, impure>) -> tensor<4xf32>, pure>
  relax.return
}
