// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1: a body.
// expected-error @+1 {{expects a body, found none; declare a function that lives elsewhere with 'relax.extern_func'}}
relax.func @f()

// -----

// R1: ended by a return.
// expected-error @+1 {{expects its body to end in 'relax.return'}}
"relax.func"() <{function_type = () -> (), sym_name = "f"}> ({
  "llvm.unreachable"() : () -> ()
}) : () -> ()

// -----

// R2: one name inside and outside.
// expected-error @+1 {{is exported as "hello_f", expected its symbol, @f; rename both together}}
relax.func @f() attributes {global_symbol = "hello_f"} {
  relax.return
}

// -----

// R2: the name is a string.
// expected-error @+1 {{expects attribute 'global_symbol' to be a string, found 1 : i64}}
relax.func @f() attributes {global_symbol = 1 : i64} {
  relax.return
}

// -----

// R2: exported functions are public.
// expected-error @+1 {{is private, expected no 'global_symbol', which exports it; drop one of the two}}
relax.func private @f() attributes {global_symbol = "f"} {
  relax.return
}

// -----

// R3: inputs are parameters.
// expected-error @+1 {{expects 'num_input' of at most 1, the number of parameters, found 2}}
relax.func @f(%x: tensor<4xf32>) attributes {num_input = 2 : i64} {
  relax.return
}

// -----

// R4: no effect in a pure function.
// expected-note @+1 {{the function is here}}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has an effect, expected none, as function @f is pure; mark the function 'impure' or drop the op}}
  relax.print "{}"(%x) : tensor<4xf32>
  relax.return
}

// -----

// R5: forcing purity.
// expected-error @+1 {{is impure, expected no 'relax.force_pure'; drop one of the two}}
relax.func impure @f() attributes {relax.force_pure} {
  relax.return
}

// -----

// R6: a derived dimension defines nothing.
// expected-error @+1 {{uses symbol "n" in a parameter type, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
relax.func @f(%x: tensor<?xf32, #relax.dims<[n * 2]>>) {
  relax.return
}

// -----

// R6: an expression in an attribute.
// expected-note @+1 {{the scope is function @f}}
relax.func @f() {
  // expected-error @+1 {{uses symbol "n" in an attribute, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
  %0 = relax.prim_value n + 1 : i64
  relax.return
}

// -----

// R6: what one branch defines is unknown outside.
// expected-note @+1 {{the scope is function @f}}
relax.func @f(%c: i1, %x: tensor<?xf32>) {
  relax.if %c : i1 {
    %0 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    relax.yield
  } else {
    relax.yield
  }
  // expected-error @+1 {{uses symbol "n" in an attribute, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
  %1 = relax.prim_value n : i64
  relax.return
}

// -----

// R6: a result type.
// expected-error @+1 {{uses symbol "m" in a result type, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
relax.func @f(%x: tensor<?xf32>) -> tensor<?xf32, #relax.dims<[m]>> {
  relax.return %x : tensor<?xf32>
}

// -----

// expected-note @+1 {{the function is here}}
relax.func @f(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{returns 'tensor<4xf32>' as result #0, expected what function @f says 'tensor<5xf32>'}}
  relax.return %x : tensor<4xf32>
}

// -----

// expected-note @+1 {{the function is here}}
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{returns 1 values, expected as many as function @f has results, 0}}
  relax.return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{is an external function, expected a public one, found private; drop the visibility}}
"relax.extern_func"() <{sym_name = "g", sym_visibility = "private"}> : () -> ()

// -----

// expected-error @+1 {{is exported as "h", expected its symbol, @g; rename both together}}
relax.extern_func @g {global_symbol = "h"}

// -----

// R4
// expected-error @+1 {{expects 'relax.takes_devices' without a value, found false; drop the value, or the attribute if it does not hold}}
relax.extern_func @g {relax.takes_devices = false}

// -----

// R4
// expected-error @+1 {{expects 'relax.needs_device' without a value, found 1 : i64}}
relax.extern_func @g {relax.needs_device = 1 : i64}

// -----

// What a callable's own parameters define is of that type only.
// expected-error @+2 {{uses symbol "k" in a parameter type, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
// expected-note @+1 {{the scope is function @result}}
relax.func @result(%f: !relax.callable<(tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[k]>>, pure>) {
  // expected-error @+1 {{uses symbol "m" in an attribute, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
  %0 = relax.prim_value m : i64
  relax.return
}

// -----

// expected-error @+1 {{uses symbol "m" in a parameter type, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
relax.func @parameter(%f: tuple<!relax.callable<(tensor<?xf32, #relax.dims<[m * 2]>>) -> tensor<4xf32>, pure>>) {
  relax.return
}

// -----

// Nor does a callable inside of a callable define any for what is around it.
relax.func @fine(%x: tensor<?xf32, #relax.dims<[n]>>, %f: !relax.callable<(!relax.shape<[m]>) -> !relax.shape<[m + n]>, pure>) -> !relax.callable<() -> !relax.shape<[n]>, pure> {
  %0 = relax.lambda : !relax.callable<() -> !relax.shape<[n]>, pure> {
    %1 = relax.shape [n] : !relax.shape<[n]>
    relax.yield %1 : !relax.shape<[n]>
  }
  relax.return %0 : !relax.callable<() -> !relax.shape<[n]>, pure>
}
// expected-error @+1 {{uses symbol "m" in a parameter type, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast'}}
relax.func @nested(%f: !relax.callable<(!relax.callable<(!relax.shape<[m]>) -> !relax.shape<[m]>, pure>) -> !relax.shape<[m]>, pure>) {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op attribute 'num_input' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
relax.func @num_input(%x: tensor<4xf32>) attributes {num_input = [1 : i64]} {
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op attribute 'impure' failed to satisfy constraint: unit attribute}}
relax.func @impure(%x: tensor<4xf32>) attributes {impure = 1.5 : f32} {
  relax.return
}

// -----

// expected-error @+1 {{'tir.func' op attribute 'num_inputs' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
tir.func private @num_inputs(%x: memref<4xf32>) attributes {num_inputs = "x"} {
  tir.return
}

// -----

// expected-error @+1 {{expects a name, found an empty one, which nobody could call; give it one [relax.func R7]}}
relax.func @""() {
  relax.return
}

// -----

// expected-error @+1 {{expects a name without a NUL character, found one, which ends it outside of the module; rename it [relax.func R7]}}
relax.func @"a\00b"() {
  relax.return
}

// -----

// expected-error @+1 {{names the mesh @mesh, expected a 'relax.device_mesh' of the module; add it [relax.func R8]}}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [R]>) {
  relax.return
}

// -----

// A mesh, and not another symbol; also inside of a tuple, of a result.
relax.func @main(%x: tensor<8xf32>) {
  relax.return
}
// expected-error @+1 {{names the mesh @main, expected a 'relax.device_mesh' of the module; add it [relax.func R8]}}
relax.func @other(%x: tuple<tuple<!relax.dtensor<tensor<8xf32>, @main, [R]>>>) -> tuple<tuple<!relax.dtensor<tensor<8xf32>, @main, [R]>>> {
  relax.return %x : tuple<tuple<!relax.dtensor<tensor<8xf32>, @main, [R]>>>
}

// -----

// expected-note @+1 {{the mesh is here}}
relax.device_mesh @mesh [2]
// expected-error @+1 {{expects an entry of the placement for each of the 1 axes of @mesh, found 2 [relax.func R8]}}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [S[0], R]>) {
  relax.return
}

// -----

// R6: parts of two sizes may be of one whole. A dimension that no axis splits is
// the one that each worker has.
relax.device_mesh @mesh [2]
// expected-error @+1 {{uses symbol "n" in a parameter type, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast' (one that workers have parts of defines none: give its whole tensor a hint by 'relax.dist.annotate_sharding') [relax.func R6]}}
relax.func @main(%x: !relax.dtensor<tensor<?x?xf32, #relax.dims<[n, m]>>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<?xf32, #relax.dims<[m]>>, @mesh, [R]> {
  %0 = relax.dist.call_tir_local_view @sum(%x) : (!relax.dtensor<tensor<?x?xf32, #relax.dims<[n, m]>>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<?xf32, #relax.dims<[m]>>, @mesh, [R]>
  relax.return %0 : !relax.dtensor<tensor<?xf32, #relax.dims<[m]>>, @mesh, [R]>
}
tir.func private @sum(%x: memref<?x?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1} {
  tir.return
}

// -----

// expected-error @+1 {{expects a name, found an empty one, which nobody could call; give it one [relax.extern_func R3]}}
relax.extern_func @""

// -----

// expected-error @+1 {{expects a name without a NUL character, found one, which ends it outside of the module; rename it [tir.func R8]}}
tir.func private @"\00"() attributes {num_inputs = 0} {
  tir.return
}
