// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @f() {
  // expected-error @+1 {{calls @g, which the module does not define}}
  relax.call @g() : () -> ()
  relax.return
}

// -----

// expected-note @+1 {{the symbol is defined here}}
relax.extern_func @g
relax.func @f() {
  // expected-error @+1 {{calls @g, which is a 'relax.extern_func'; expected a 'relax.func'}}
  relax.call @g() : () -> ()
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
relax.func private @g() {
  relax.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 1 arguments and 0 results, expected those of @g, 0 and 0}}
  relax.call @g(%x) : (tensor<4xf32>) -> ()
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
relax.func impure private @g() {
  relax.return
}
relax.func @f() {
  // expected-error @+1 {{is pure, expected as @g, which is impure; let both say the same}}
  relax.call @g() : () -> ()
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
relax.func private @g(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[n]>>) {
  relax.return
}
relax.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has argument #1 of type 'tensor<5xf32>', but @g expects}}
  relax.call @g(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> ()
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
relax.func private @g(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  relax.return %x : tensor<?xf32, #relax.dims<[n]>>
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has result #0 of type 'tensor<5xf32>', expected what @g returns for these arguments, 'tensor<4xf32>'}}
  %0 = relax.call @g(%x) : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @k, expected a 'tir.func' of the module; add it}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @+1 {{the symbol is defined here}}
relax.func private @k() {
  relax.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @k, which is a 'relax.func'; expected a 'tir.func'}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs 1 inputs, 1 outputs and 0 variables, but @k has 1 parameters}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// R2 of relax.call_tir: a second input would be a result that nobody writes.
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 1 arguments, expected 'num_inputs' of @k, 2; pass its inputs, or correct 'num_inputs'}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has result #0 of type 'tensor<5xf32>', expected what parameter #1 of @k holds}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf16>) {
  // expected-error @+1 {{has argument #0 of type 'tensor<4xf16>', expected what parameter #0 of @k holds, 'tensor<4xf32>'}}
  %0 = relax.call_tir @k(%x) : (tensor<4xf16>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{passes 4 as parameter #1 of @k, which has type 'memref<4xf32>'; expected index}}
  relax.call_prim_func @k ins(%x : tensor<4xf32>) vars [4]
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: index) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{passes a tensor as parameter #0 of @k, expected a buffer there, found 'index'}}
  %0 = relax.call_tir @k() : () -> tensor<4xf32>
  relax.return
}

// -----

tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has no result, expected at least one, which the tensor program writes}}
  relax.call_tir @k(%x) : (tensor<4xf32>) -> ()
  relax.return
}

// -----

tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects one of 'inplace_indices' for each of the 1 results, found 0}}
  %0 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects 'inplace_indices' from -1 to 0, found 1}}
  %0 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{overwrites argument #0 for two results, expected an argument for each}}
  %0:2 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64: 0, 0>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects to overwrite an argument, found none; call without 'inplace_indices' instead}}
  %0 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64: -1>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 1 arguments, expected at least 'num_inputs' of @k, 2; pass its inputs, or correct 'num_inputs'}}
  %0:2 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64: 0, -1>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return
}

// -----

tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has result #0 of type 'tensor<5xf32>', expected that of argument #0, which it overwrites, 'tensor<4xf32>'}}
  %0 = relax.call_tir_inplace @k(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @ext, which the module does not define; declare it with 'relax.extern_func'}}
  %0 = relax.call_pure_packed @ext(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
relax.func private @g() {
  relax.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{binds 1 parameters, expected at most those of @g, 0}}
  %0 = relax.make_closure @g(%x) : (tensor<4xf32>) -> !relax.object
  relax.return
}

// -----

// expected-note @+1 {{the callee is here}}
relax.func private @g(%x: tensor<5xf32>) {
  relax.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{binds argument #0 of type 'tensor<4xf32>', but @g expects 'tensor<5xf32>'}}
  %0 = relax.make_closure @g(%x) : (tensor<4xf32>) -> !relax.object
  relax.return
}

// -----

relax.func @f(%f: !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>) {
  // expected-error @+1 {{has 0 arguments and 0 results, expected those of the callable, '!relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>'}}
  relax.invoke_pure_closure %f() : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, () -> ()
  relax.return
}

// -----

relax.func @f(%f: !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, %x: tensor<5xf32>) {
  // expected-error @+1 {{has argument #0 of type 'tensor<5xf32>', but the callable expects 'tensor<4xf32>'}}
  %0 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<5xf32>) -> tensor<4xf32>
  relax.return
}

// -----

relax.func @f(%f: !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, %x: tensor<4xf32>) {
  // expected-error @+1 {{has a result of type 'tensor<5xf32>', expected what the callable returns, 'tensor<4xf32>'}}
  %0 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// CallPackedOp R2.
relax.extern_func @f
relax.func impure @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects 'num_outs' of at most 1, the number of arguments, found 2}}
  relax.call_packed @f(%x) {num_outs = 2 : i64} : (tensor<4xf32>) -> ()
  relax.return
}

// -----

// relax.call_tir_with_grad R1: a tensor program.
// expected-note @+1 {{the symbol is defined here}}
relax.func private @k() {
  relax.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @k, which is a 'relax.func'; expected a 'tir.func'}}
  %0 = relax.call_tir_with_grad @k(%x) {te_grad_name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// relax.call_tir_with_grad R2: a buffer for each argument and result.
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs 1 inputs, 1 outputs and 0 variables, but @k has 1 parameters}}
  %0 = relax.call_tir_with_grad @k(%x) {te_grad_name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// relax.call_tir_with_grad R2: inputs that are the arguments.
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 1 arguments, expected 'num_inputs' of @k, 0}}
  %0 = relax.call_tir_with_grad @k(%x) {te_grad_name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// relax.call_tir_with_grad R3: types that fit.
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has result #0 of type 'tensor<5xf32>', expected what parameter #1 of @k holds, 'tensor<4xf32>'}}
  %0 = relax.call_tir_with_grad @k(%x) {te_grad_name = "g"} : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// relax.call_inplace_packed R1: the callee is declared.
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @ext, which the module does not define; declare it with 'relax.extern_func'}}
  %0 = relax.call_inplace_packed @ext(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// relax.call_inplace_packed R2: one index a result, an argument's.
relax.extern_func @ext
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects 'inplace_indices' from -1 to 0, found 7}}
  %0 = relax.call_inplace_packed @ext(%x) {inplace_indices = array<i64: 7>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// relax.call_inplace_packed R3: at least one, none twice.
relax.extern_func @ext
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{overwrites argument #0 for two results, expected an argument for each}}
  %0:2 = relax.call_inplace_packed @ext(%x) {inplace_indices = array<i64: 0, 0>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return
}
