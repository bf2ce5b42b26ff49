// What calls promise of kernels, that they only read, and of closures, that they
// have no effect.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k; have it written in place, or into an output [relax.call_tir R5]}}
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
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k}}
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
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k; have it written in place, or into an output [relax.call_tir_with_grad R5]}}
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
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k; have it written in place, or into an output [relax.call_tir_inplace R7]}}
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
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k; have it written in place, or into an output [relax.call_prim_func R4]}}
  relax.call_prim_func @k ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>)
  relax.return
}

// -----

relax.func impure private @g(%x: tensor<4xf32>) -> tensor<4xf32> { // expected-note {{the callee is here}}
  relax.print "here"
  relax.return %x : tensor<4xf32>
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{is a pure callable, expected an impure one, as @g is impure; drop 'pure' from its type [relax.make_closure R3]}}
  %0 = relax.make_closure @g(%x) : (tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>
  relax.return
}

// -----

relax.func @f(%x: !relax.callable<() -> tensor<4xf32>, impure>) {
  // expected-error @+1 {{promises no effect, expected a pure callable, found '!relax.callable<() -> tensor<4xf32>, impure>'; call it with 'relax.invoke_closure' [relax.invoke_pure_closure R2]}}
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

// -----

// In another tensor program, and in a function of upstream's.
tir.func private @w(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.call_extern @w(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

func.func private @w(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  func.call @w(%y, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %b = memref.alloca() : memref<memref<4xf32>>
  // Nobody follows it there.
  // expected-note @+1 {{the argument is written here}}
  memref.store %x, %b[] : memref<memref<4xf32>>
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %nine = arith.constant 9.0 : f32
  %p = memref.extract_aligned_pointer_as_index %x : memref<4xf32> -> index
  %q = arith.index_cast %p : index to i64
  %r = llvm.inttoptr %q : i64 to !llvm.ptr
  // expected-note @+1 {{the argument is written here}}
  llvm.store %nine, %r : f32, !llvm.ptr
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  scf.execute_region {
    cf.br ^next(%x : memref<4xf32>)
  ^next(%z: memref<4xf32>):
    // expected-note @+1 {{the argument is written here}}
    memref.copy %y, %z : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// A kernel keeps nothing for the next call.
memref.global "private" @state : memref<4xf32> = dense<0.0>
tir.func private @w(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %s = memref.get_global @state : memref<4xf32>
  // expected-note @+1 {{the buffer is written here}}
  memref.copy %x, %s : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.call_extern @w(%x) : (memref<4xf32>) -> ()
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{calls @k, expected no write of the module's buffer @state; pass what it writes as an output [relax.call_tir R5]}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// Nor do callables inside of closures' types.
relax.func private @g() -> !relax.callable<() -> tensor<4xf32>, impure> { // expected-note {{the callee is here}}
  %0 = relax.lambda : !relax.callable<() -> tensor<4xf32>, impure> {
    %1 = relax.constant dense<1.0> : tensor<4xf32>
    relax.yield %1 : tensor<4xf32>
  }
  relax.return %0 : !relax.callable<() -> tensor<4xf32>, impure>
}
relax.func @f() {
  // expected-error @+1 {{but @g returns '!relax.callable<() -> tensor<4xf32>, impure>' as result #0 [relax.make_closure R4]}}
  %0 = relax.make_closure @g() : () -> !relax.callable<() -> !relax.callable<() -> tensor<4xf32>, pure>, pure>
  relax.return
}

// -----

relax.func private @g(%f: !relax.callable<() -> tensor<4xf32>, pure>) -> tensor<4xf32> { // expected-note {{the callee is here}}
  %0 = relax.invoke_pure_closure %f() : !relax.callable<() -> tensor<4xf32>, pure>, () -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func @f() {
  // expected-error @+1 {{expects '!relax.callable<() -> tensor<4xf32>, pure>' as parameter #0 [relax.make_closure R4]}}
  %0 = relax.make_closure @g() : () -> !relax.callable<(!relax.callable<() -> tensor<4xf32>, impure>) -> tensor<4xf32>, pure>
  relax.return
}

// -----

relax.func private @g(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<4xf32> { // expected-note {{the callee is here}}
  relax.return %x : tensor<4xf32>
}
relax.func @f(%y: tensor<2xf32>) {
  // expected-error @+1 {{is a closure of type '!relax.callable<() -> tensor<4xf32>, pure>', but @g leaves 1 parameters and has 1 results [relax.make_closure R4]}}
  %0 = relax.make_closure @g(%y) : (tensor<2xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>
  relax.return
}

// -----

relax.func private @g(%f: !relax.callable<() -> !relax.callable<() -> tensor<4xf32>, pure>, pure>) { // expected-note {{the callee is here}}
  relax.return
}
relax.func @f(%f: !relax.callable<() -> !relax.callable<() -> tensor<4xf32>, impure>, pure>) {
  // expected-error @+1 {{[relax.call R3]}}
  relax.call @g(%f) : (!relax.callable<() -> !relax.callable<() -> tensor<4xf32>, impure>, pure>) -> ()
  relax.return
}
