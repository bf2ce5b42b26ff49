// Violations of the rules of ClosureOps.

// rule: relax.make_closure R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.make_closure @${missing}(%x) : (tensor<${a}x${t}>) -> !relax.callable<() -> tensor<${a}x${t}>, pure> // here
  relax.return
}

// -----

// rule: relax.make_closure R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func private @${g}() {
  relax.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.make_closure @${g}(%x) : (tensor<${a}x${t}>) -> !relax.object // here
  relax.return
}

// -----

// rule: relax.make_closure R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1
// b: 5 10 15
relax.func private @${g}(%x: tensor<${b}x${t}>) {
  relax.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.make_closure @${g}(%x) : (tensor<${a}x${t}>) -> !relax.object // here
  relax.return
}

// -----

// rule: relax.invoke_closure R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<${a}x${t}>, %c: !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, impure>) {
  %0 = relax.invoke_closure %c() : !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, impure>, () -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.invoke_pure_closure R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%f: !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure>) {
  relax.invoke_pure_closure %f() : !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure>, () -> () // here
  relax.return
}

// -----

// rule: relax.invoke_pure_closure R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 1 9 11 32
// b: 5 10 15
relax.func @${f}(%f: !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure>, %x: tensor<${b}x${t}>) {
  %0 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure>, (tensor<${b}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.invoke_pure_closure R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 5 10 15
relax.func @${f}(%f: !relax.callable<(tensor<4x${t}>) -> tensor<4x${t}>, pure>, %x: tensor<4x${t}>) {
  %0 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<4x${t}>) -> tensor<4x${t}>, pure>, (tensor<4x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.make_closure R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func impure private @${g}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  relax.print "here"
  relax.return %x : tensor<${a}x${t}>
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.make_closure @${g}(%x) : (tensor<${a}x${t}>) -> !relax.callable<() -> tensor<${a}x${t}>, pure> // here
  relax.return
}

// -----

// rule: relax.invoke_pure_closure R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${f}(%x: !relax.callable<() -> tensor<${a}x${t}>, impure>) {
  %0 = relax.invoke_pure_closure %x() : !relax.callable<() -> tensor<${a}x${t}>, impure>, () -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.make_closure R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func private @${g}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  relax.return %x : tensor<${a}x${t}>
}
relax.func @${f}() {
  %0 = relax.make_closure @${g}() : () -> !relax.callable<() -> tensor<${a}x${t}>, pure> // here
  relax.return
}

// -----

// rule: relax.make_closure R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3
// b: 5 10 15
relax.func private @${g}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  relax.return %x : tensor<${a}x${t}>
}
relax.func @${f}() {
  %0 = relax.make_closure @${g}() : () -> !relax.callable<(tensor<${a}x${t}>) -> tensor<${b}x${t}>, pure> // here
  relax.return
}
