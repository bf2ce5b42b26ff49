// Violations of the rules of TIR: FunctionOps.

// rule: tir.func R1
// a: 0 1 2 3 4 5 6 7 8 9 11 12
tir.func private @${results}() -> index attributes {num_inputs = ${a}} // here

// -----

// rule: tir.func R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
tir.func private @${scalar}(%x: ${t}) attributes {num_inputs = 0} { // here
  tir.return
}

// -----

// rule: tir.func R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 0 1
tir.func private @${order}(%n: index, %x: memref<${t}>) attributes {num_inputs = ${a}} { // here
  tir.return
}

// -----

// rule: tir.func R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
tir.func private @${inputs}(%x: memref<${t}>) attributes {num_inputs = ${a}} { // here
  tir.return
}

// -----

// rule: tir.func R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 1 0 9
// b: 0 1
tir.func private @${dims}(%x: memref<${t}> {tir.dims = ${a} : ${u}}) attributes {num_inputs = ${b}} { // here
  tir.return
}

// -----

// rule: tir.func R5
// t: i64 i8 i16 i32
// a: 1 -2 0 7 64
tir.func private @${var}(%x: index {tir.var = ${a} : ${t}}) attributes {num_inputs = 0} { // here
  tir.return
}

// -----

// rule: tir.func R6
tir.func @${name}() attributes {num_inputs = 0, global_symbol = "hello"} { // here
  tir.return
}

// -----

// rule: tir.func R7
tir.func private @${body}() attributes {num_inputs = 0} { // here
  cf.br ^next
^next:
  tir.return
}

// -----

// rule: tir.func R8
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @""(%x: memref<${a}x${t}>) attributes {num_inputs = 1} { // here
  tir.return
}

// -----

// rule: tir.func R8
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @"\00${f}"(%x: memref<${a}x${t}>) attributes {num_inputs = 1} { // here
  tir.return
}
