// Violations of the rules of FunctionOps.

// rule: relax.func R1
relax.func @${f}() // here

// -----

// rule: relax.func R2
relax.func @${f}() attributes {global_symbol = "hello_f"} { // here
  relax.return
}

// -----

// rule: relax.func R2
// t: i64 i8 i16 i32
// a: 1 0 32
relax.func @${f}() attributes {global_symbol = ${a} : ${t}} { // here
  relax.return
}

// -----

// rule: relax.func R2
relax.func private @${f}() attributes {global_symbol = "${f}"} { // here
  relax.return
}

// -----

// rule: relax.func R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${f}(%x: tensor<${a}x${t}>) attributes {num_input = ${b} : i64} { // here
  relax.return
}

// -----

// rule: relax.func R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  relax.print "{}"(%x) : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.func R5
relax.func impure @${f}() attributes {relax.force_pure} { // here
  relax.return
}

// -----

// rule: relax.func R6
// fixed: ops on an undefined symbol use it as well
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 -4 -3 -2 -1 3 4 5 6 7 8 9
// own: m k
relax.func private @${f}(%f: !relax.callable<(tensor<?x${t}, #relax.dims<[m]>>, !relax.shape<[k]>) -> tensor<?x${t}, #relax.dims<[${own} * ${a} + n]>>, pure>) { // here
  relax.return
}

// -----

// rule: relax.func R6
// fixed: ops on an undefined symbol use it as well
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 -4 -3 -2 -1 3 4 5 6 7 8 9
relax.func @${f}(%x: tensor<?x${t}, #relax.dims<[n * ${a}]>>) { // here
  relax.return
}

// -----

// rule: relax.func R6
// fixed: ops on an undefined symbol use it as well
// t: i64 i1 i8 i16 i32
// a: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${f}() {
  %0 = relax.prim_value n + ${a} : ${t} // here
  relax.return
}

// -----

// rule: relax.func R6
// fixed: ops on an undefined symbol use it as well
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i1 i8 i16 i32
relax.func @${f}(%c: i1, %x: tensor<?x${t}>) {
  relax.if %c : i1 {
    %0 = relax.match_cast %x : tensor<?x${t}> to tensor<?x${t}, #relax.dims<[n]>>
    relax.yield
  } else {
    relax.yield
  }
  %1 = relax.prim_value n : ${u} // here
  relax.return
}

// -----

// rule: relax.return R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 2 9 32
// b: 5 10 15
relax.func @${f}(%x: tensor<${a}x${t}>) -> tensor<${b}x${t}> {
  relax.return %x : tensor<${a}x${t}> // here
}

// -----

// rule: relax.return R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  relax.return %x : tensor<${a}x${t}> // here
}

// -----

// rule: relax.extern_func R1
relax.extern_func @${g} {global_symbol = "h"} // here

// -----

// rule: relax.extern_func R2
"relax.extern_func"() <{sym_name = "${g}", sym_visibility = "private"}> : () -> () // here

// -----

// rule: relax.extern_func R4
// a: takes_devices needs_device
// v: false true 0 1 "yes" [] f32
relax.extern_func @${g} {relax.${a} = ${v}} // here

// -----

// rule: relax.return R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${f}(%x: !relax.callable<() -> tensor<${a}x${t}>, impure>) -> !relax.callable<() -> tensor<${a}x${t}>, pure> {
  relax.return %x : !relax.callable<() -> tensor<${a}x${t}>, impure> // here
}

// -----

// rule: relax.func R7
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @""(%x: tensor<${a}x${t}>) { // here
  relax.return
}

// -----

// rule: relax.func R7
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @"a\00b"(%x: tensor<${a}x${t}>) { // here
  relax.return
}

// -----

// rule: relax.extern_func R3
relax.extern_func @"" // here

// -----

// rule: relax.extern_func R3
relax.extern_func @"${f}\00" // here

// -----

// rule: relax.func R8
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${g}, [R]>) { // here
  relax.return
}

// -----

// rule: relax.func R8
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.device_mesh @${g} [2, 2]
relax.func @${f}(%x: !relax.dtensor<tensor<${a}x${t}>, @${g}, [R]>) { // here
  relax.return
}
