// Rules that other files test on another op, with the ids that diagnostics print.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note @below {{the symbol is defined here}}
relax.func @other() {
  relax.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_tir_inplace' op calls @other, which is a 'relax.func'; expected a 'tir.func' [relax.call_tir_inplace R1]}}
  %0 = relax.call_tir_inplace @other(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @below {{the callee is here}}
tir.func private @k(%a: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'relax.call_tir_inplace' op needs 2 inputs, 0 outputs and 0 variables, but @k has 1 parameters [relax.call_tir_inplace R2]}}
  %0 = relax.call_tir_inplace @k(%x, %y) {inplace_indices = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @below {{the callee is here}}
tir.func private @k(%a: memref<5xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_tir_inplace' op has argument #0 of type 'tensor<4xf32>', expected what parameter #0 of @k holds, 'tensor<5xf32>' [relax.call_tir_inplace R3]}}
  %0 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @below {{the symbol is defined here}}
relax.func @other() {
  relax.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_prim_func' op calls @other, which is a 'relax.func'; expected a 'tir.func' [relax.call_prim_func R1]}}
  relax.call_prim_func @other ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
  relax.return
}

// -----

// expected-note @below {{the callee is here}}
tir.func private @k(%a: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_prim_func' op needs 1 inputs, 1 outputs and 0 variables, but @k has 1 parameters [relax.call_prim_func R2]}}
  relax.call_prim_func @k ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
  relax.return
}

// -----

tir.func private @k(%a: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_tir_with_grad' op has no result, expected at least one, which the tensor program writes [relax.call_tir_with_grad R4]}}
  relax.call_tir_with_grad @k(%x) {te_grad_name = "g"} : (tensor<4xf32>) -> ()
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_dps_packed' op calls @missing, which the module does not define; declare it with 'relax.extern_func' [relax.call_dps_packed R1]}}
  %0 = relax.call_dps_packed @missing(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_packed' op calls @missing, which the module does not define; declare it with 'relax.extern_func' [relax.call_packed R1]}}
  relax.call_packed @missing(%x) : (tensor<4xf32>) -> ()
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.make_closure' op calls @missing, which the module does not define [relax.make_closure R1]}}
  %0 = relax.make_closure @missing(%x) : (tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>
  relax.return
}

// -----

relax.func impure @f(%x: tensor<4xf32>, %c: !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, impure>) {
  // expected-error @below {{'relax.invoke_closure' op has 0 arguments and 1 results, expected those of the callable, '!relax.callable<(tensor<4xf32>) -> tensor<4xf32>, impure>' [relax.invoke_closure R1]}}
  %0 = relax.invoke_closure %c() : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, impure>, () -> tensor<4xf32>
  relax.return
}

// -----

relax.func impure @f() {
  %0 = relax.memory.alloc_storage [16]
  // expected-error @below {{'relax.memory.alloc_tensor' op expects a result whose dimensions are all known, found 'tensor<?xf32>'; name them with 'relax.match_cast' [relax.memory.alloc_tensor R1]}}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<?xf32>
  relax.return
}

// -----

relax.func impure @f() {
  %0 = relax.memory.alloc_storage [16]
  // expected-error @below {{'relax.memory.alloc_tensor' op expects an offset of at least 0 bytes, found -4 [relax.memory.alloc_tensor R2]}}
  %1 = relax.memory.alloc_tensor %0 at [-4] : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @f() {
  %0 = relax.memory.alloc_storage [16]
  // expected-note @below {{the region is here; put the op after it}}
  %1 = relax.dataflow -> tensor<4xf32> {
    %2 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
    // expected-error @below {{'relax.memory.kill_storage' op ends a storage, which is an effect; expected none in a 'relax.dataflow' region [relax.memory.kill_storage R1]}}
    relax.memory.kill_storage %0
    relax.output %2 : tensor<4xf32>
  }
  relax.return
}

// -----

relax.func impure @f() {
  %0 = relax.memory.alloc_storage [16]
  // expected-error @below {{'relax.memory.kill_storage' op ends a value that is still used, expected after the last use [relax.memory.kill_storage R3]}}
  relax.memory.kill_storage %0
  // expected-note @below {{this use comes later}}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.memory.view' op expects a result whose dimensions are all known, found 'tensor<?xf32>'; name them with 'relax.match_cast' [relax.memory.view R1]}}
  %0 = relax.memory.view %x at [0] : tensor<4xf32> to tensor<?xf32>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.memory.view' op expects an offset of at least 0 bytes, found -4 [relax.memory.view R2]}}
  %0 = relax.memory.view %x at [-4] : tensor<4xf32> to tensor<4xf32>
  relax.return
}

// -----

relax.func @booleans(%x: tensor<4xi8>) {
  // expected-error @+1 {{takes elements of 'i8' for booleans, expected i1, as others than 0 and 1 are none; compare them with 0 instead [relax.memory.view R4]}}
  %0 = relax.memory.view %x at [0] : tensor<4xi8> to tensor<4xi1>
  relax.return
}
