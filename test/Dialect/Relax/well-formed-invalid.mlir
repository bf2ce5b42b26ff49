// The reference system's rules of well-formedness (docs/WellFormedness.md), by
// their numbers there, 1 to 13. Rules 1, 9 and 10 have no violation that parses.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// 2: what is called exists, and is a function of the right kind.
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @nobody, which the module does not define [relax.call R1]}}
  %0 = relax.call @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// 2
// expected-note @+1 {{the symbol is defined here}}
tir.func private @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @k, which is a 'tir.func'; expected a 'relax.func' [relax.call R1]}}
  %1 = relax.call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// 2
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @nobody, expected a 'tir.func' of the module; add it [relax.call_tir R1]}}
  %2 = relax.call_tir @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// 2
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @nobody, which the module does not define; declare it with 'relax.extern_func' [relax.call_dps_packed R1]}}
  %3 = relax.call_dps_packed @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// 2
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{calls @nobody, which the module does not define [relax.make_closure R1]}}
  %4 = relax.make_closure @nobody(%x) : (tensor<4xf32>) -> !relax.object
  relax.return
}

// -----

// 3: `global_symbol` is the name.
// expected-error @+1 {{is exported as "other", expected its symbol, @f; rename both together [relax.func R2]}}
relax.func private @f(%x: tensor<4xf32>) attributes {global_symbol = "other"} {
  relax.return
}

// -----

// 3
// expected-error @+1 {{is exported as "other", expected its symbol, @k; rename both together [tir.func R6]}}
tir.func @k(%x: memref<4xf32>) attributes {num_inputs = 1 : i64, global_symbol = "other"} {
  tir.return
}

// -----

// 3
// expected-error @+1 {{is exported as "other", expected its symbol, @e; rename both together [relax.extern_func R1]}}
relax.extern_func @e {global_symbol = "other"}

// -----

// 4: parameters, symbolic ones too, are of one function.
relax.func @a(%x: tensor<?xf32, #relax.dims<[n]>>) {
  relax.return
}
// expected-note @+1 {{the scope is function}}
relax.func @b(%y: tensor<4xf32>) {
  // expected-error @+1 {{uses symbol "n" in an attribute, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast' [relax.func R6]}}
  %0 = relax.prim_value n : i64
  relax.return
}

// -----

// 4
relax.func @a(%x: tensor<4xf32>) {
  relax.return
}
relax.func @b(%y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{use of undeclared SSA value name}}
  relax.return %x : tensor<4xf32>
}

// -----

// 5: variables are defined before they are used.
relax.func @f(%y: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  %0 = relax.abs %1 : tensor<4xf32>
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %1 = relax.abs %y : tensor<4xf32>
  relax.return
}

// -----

// 5: symbolic ones too; one alone in a later parameter defines it, or the first `match_cast`.
// expected-error @+1 {{uses symbol "n" in a parameter type}}
relax.func @composite(%x: tensor<?xf32, #relax.dims<[n * 2]>>) {
  relax.return
}

// -----

// 5
relax.func @fine(%x: tensor<?xf32, #relax.dims<[n * 2]>>, %y: tensor<?xf32, #relax.dims<[n]>>) {
  relax.return
}
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) attributes {num_inputs = 1 : i64} {
  tir.return
}
// expected-note @+1 {{the scope is function}}
relax.func @uses(%x: tensor<?xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{uses symbol "m" in an attribute}}
  %0 = relax.call_tir @k(%y) vars [m] : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{uses symbol "m" in a result type}}
  %1 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[m * 2]>>
  %2 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[m]>>
  %3 = relax.prim_value m * 2 : i64
  relax.return
}

// -----

// 6: once.
relax.func @f(%x: tensor<4xf32>) {
  // expected-note @+1 {{previously defined here}}
  %0 = relax.abs %x : tensor<4xf32>
  // expected-error @+1 {{redefinition of SSA value '%0'}}
  %0 = relax.abs %x : tensor<4xf32>
  relax.return
}

// -----

// 7: a dataflow region shows what it gives.
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.dataflow {
    %0 = relax.abs %x : tensor<4xf32>
    relax.output
  }
  // expected-error @+1 {{use of undeclared SSA value name}}
  relax.return %0 : tensor<4xf32>
}

// -----

// 7
relax.func @f(%x: tensor<4xf32>) {
  // expected-note @+1 {{the region's op is here}}
  %0 = relax.dataflow -> tensor<5xf32> {
    // expected-error @+1 {{gives 'tensor<4xf32>' as value #0, expected what 'relax.dataflow' says, 'tensor<5xf32>' [relax.dataflow R1]}}
    relax.output %x : tensor<4xf32>
  }
  relax.return
}

// -----

// 8: what a branch defines is its own.
relax.func @f(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  relax.if %c : tensor<i1> {
    %0 = relax.abs %x : tensor<4xf32>
    relax.yield
  } else {
    relax.yield
  }
  // expected-error @+1 {{use of undeclared SSA value name}}
  relax.return %0 : tensor<4xf32>
}

// -----

// 8: symbols too.
// expected-note @+1 {{the scope is function}}
relax.func @f(%c: tensor<i1>, %x: tensor<?xf32>) {
  // expected-error @+1 {{uses symbol "n" in a result type}}
  %0 = relax.if %c : tensor<i1> -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    relax.yield %1 : tensor<?xf32, #relax.dims<[n]>>
  } else {
    // expected-error @+1 {{uses symbol "n" in an attribute}}
    %2 = relax.prim_value n : i64
    %1 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    relax.yield %1 : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return
}

// -----

// 11: a tensor program is no value.
relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tir.func' op symbol's parent must have the SymbolTable trait}}
  tir.func private @k(%y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
    tir.return
  }
  relax.return
}

// -----

// 12: dimensions are integers.
// expected-error @+1 {{expected a symbol, an integer, 'min', 'max' or '('}}
relax.func @f(%x: tensor<?xf32, #relax.dims<[1.5]>>) {
  relax.return
}

// -----

// 12: and none is negative.
// expected-error @+1 {{expected dimension 0 to be 0 or more, found '-1', which is always negative [!relax.shape R1]}}
relax.func @f(%x: !relax.shape<[-1]>) {
  relax.return
}

// -----

// 13: no branches in a dataflow region.
relax.func @f(%c: tensor<i1>) {
  // expected-note @+1 {{the region is here}}
  relax.dataflow {
    // expected-error @+1 {{'relax.if' op is control flow, expected none in a 'relax.dataflow' region [relax.dataflow R3]}}
    relax.if %c : tensor<i1> {
      relax.yield
    } else {
      relax.yield
    }
    relax.output
  }
  relax.return
}
