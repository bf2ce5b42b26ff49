// The reference system's rules of well-formedness (docs/WellFormedness.md), by
// their numbers there, 14 to 23. Rules 17 and 23 have no violation that parses.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// 14: no effects in a dataflow region.
relax.func impure private @g(%x: tensor<i1>) {
  relax.return
}
relax.func impure @call(%x: tensor<i1>) {
  // expected-note @+1 {{the region is here}}
  relax.dataflow {
    // expected-error @+1 {{'relax.call' op has an effect, expected none in a 'relax.dataflow' region [relax.dataflow R2]}}
    relax.call impure @g(%x) : (tensor<i1>) -> ()
    relax.output
  }
  relax.return
}

// -----

// 14
relax.func impure @closure(%f: !relax.callable<() -> (), impure>) {
  // expected-note @+1 {{the region is here}}
  relax.dataflow {
    // expected-error @+1 {{'relax.invoke_closure' op has an effect}}
    relax.invoke_closure %f() : !relax.callable<() -> (), impure>, () -> ()
    relax.output
  }
  relax.return
}

// -----

// 15: a pure function has no effect but under `relax.force_pure`; what an inner function does is its own.
relax.func @forced(%x: tensor<i1>) attributes {relax.force_pure} {
  relax.print "{}"(%x) : tensor<i1>
  relax.return
}
relax.func @inner(%x: tensor<i1>) {
  %f = relax.lambda : !relax.callable<(tensor<i1>) -> tensor<i1>, impure> {
  ^bb0(%y: tensor<i1>):
    relax.print "{}"(%y) : tensor<i1>
    relax.yield %y : tensor<i1>
  }
  relax.return
}
// expected-note @+1 {{the function is here}}
relax.func @prints(%x: tensor<i1>) {
  // expected-error @+1 {{'relax.print' op has an effect, expected none, as function @prints is pure; mark the function 'impure' or drop the op [relax.func R4]}}
  relax.print "{}"(%x) : tensor<i1>
  relax.return
}

// -----

// 15
relax.func impure private @g(%x: tensor<i1>) {
  relax.return
}
// expected-note @+1 {{the function is here}}
relax.func private @calls(%x: tensor<i1>) attributes {relax.primitive} {
  // expected-error @+1 {{'relax.call' op has an effect, expected none, as function @calls is pure}}
  relax.call impure @g(%x) : (tensor<i1>) -> ()
  relax.return
}

// -----

// 15: a call says what its callee is.
// expected-note @+1 {{the callee is here}}
relax.func impure private @g(%x: tensor<i1>) {
  relax.return
}
relax.func @hides(%x: tensor<i1>) {
  // expected-error @+1 {{is pure, expected as @g, which is impure; let both say the same [relax.call R5]}}
  relax.call @g(%x) : (tensor<i1>) -> ()
  relax.return
}

// -----

// 16: what is forced to be pure says that it is.
// expected-error @+1 {{is impure, expected no 'relax.force_pure'; drop one of the two [relax.func R5]}}
relax.func impure @f(%x: tensor<i1>) attributes {relax.force_pure} {
  relax.return
}

// -----

// 18: `call_tir` fits its tensor program.
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<4x4xf32>) {
  // expected-error @+1 {{needs 2 inputs, 1 outputs and 0 variables, but @k has 2 parameters [relax.call_tir R2]}}
  %0 = relax.call_tir @k(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// 18
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<4x4xf32>) {
  // expected-error @+1 {{has argument #0 of type 'tensor<4xf16>', expected what parameter #0 of @k holds}}
  %1 = relax.call_tir @k(%y) : (tensor<4xf16>) -> tensor<4xf32>
  relax.return
}

// -----

// 18
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<4x4xf32>) {
  // expected-error @+1 {{has argument #0 of type 'tensor<4x4xf32>', expected what parameter #0 of @k holds}}
  %2 = relax.call_tir @k(%z) : (tensor<4x4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// 18
// expected-note @+1 {{the callee is here}}
tir.func private @k(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<4x4xf32>) {
  // expected-error @+1 {{has result #0 of type 'tensor<5xf32>', expected what parameter #1 of @k holds}}
  %3 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// 19: what is declared does not provably differ from what is inferred.
relax.func @f(%x: tensor<4xf32>) {
  %0 = relax.abs %x : (tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{declares result 0 as 'tensor<5xf32>', expected what its operands give, 'tensor<4xf32>' [TYPE-2]}}
  %1 = relax.abs %x : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// 19
// expected-note @+1 {{the callee is here}}
relax.func private @g(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  relax.return %x : tensor<?xf32, #relax.dims<[n]>>
}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has result #0 of type 'tensor<5xf32>', expected what @g returns for these arguments, 'tensor<4xf32>' [relax.call R4]}}
  %0 = relax.call @g(%x) : (tensor<4xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// 20: a cast can succeed.
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{never succeeds: expected a type that 'tensor<4xf32>' may be, found 'tensor<4xf16>' [relax.match_cast R1]}}
  %0 = relax.match_cast %x : tensor<4xf32> to tensor<4xf16>
  relax.return
}

// -----

// 21: symbols of a callable's type are bound by its parameters, or around it.
// expected-error @+2 {{uses symbol "k" in a parameter type}}
// expected-note @+1 {{the scope is function}}
relax.func @f(%f: !relax.callable<(tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[k]>>, pure>) {
  // expected-error @+1 {{uses symbol "m" in an attribute}}
  %0 = relax.prim_value m : i64
  relax.return
}

// -----

// 22: a function gives what it says.
// expected-note @+1 {{the function is here}}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{returns 0 values, expected as many as function @f has results, 1 [relax.return R1]}}
  relax.return
}
