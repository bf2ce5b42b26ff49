// Violations of the rules of ControlFlowOps.

// rule: relax.dataflow R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 3 7 8 9 12 16 32 64
// b: 5 10 15
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.dataflow -> tensor<${b}x${t}> {
    relax.output %x : tensor<${a}x${t}> // here
  }
  relax.return
}

// -----

// rule: relax.dataflow R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.dataflow {
    relax.print "{}"(%x) : tensor<${a}x${t}> // here
    relax.output
  }
  relax.return
}

// -----

// rule: relax.dataflow R3
relax.func @${f}(%c: i1) {
  relax.dataflow {
    relax.if %c : i1 { // here
      relax.yield
    } else {
      relax.yield
    }
    relax.output
  }
  relax.return
}

// -----

// rule: relax.if R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 2 5 16
// b: 8 24
relax.func @${f}(%c: i1, %x: tensor<${a}x${t}>, %y: tensor<${b}x${t}>) {
  %0 = relax.if %c : i1 -> tensor<${a}x${t}> {
    relax.yield %x : tensor<${a}x${t}>
  } else {
    relax.yield %y : tensor<${b}x${t}> // here
  }
  relax.return
}

// -----

// rule: relax.if R2
// t: i1 f16 bf16 f32 f64 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${f}(%c: tensor<${a}x${t}>) {
  relax.if %c : tensor<${a}x${t}> { // here
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

// rule: relax.lambda R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %f = relax.lambda : !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure> {
  ^bb0(%y: tensor<${a}x${t}>):
    relax.yield // here
  }
  relax.return
}

// -----

// rule: relax.lambda R1
relax.func @${f}() {
  %f = relax.lambda : !relax.callable<impure> { // here
    relax.yield
  }
  relax.return
}

// -----

// rule: relax.lambda R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 2 7
// b: 5 10 15
relax.func @${f}() {
  %f = relax.lambda : !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure> { // here
  ^bb0(%x: tensor<${b}x${t}>):
    relax.yield %x : tensor<${b}x${t}>
  }
  relax.return
}

// -----

// rule: relax.lambda R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 2 7
relax.func @${f}() {
  %f = relax.lambda recursive : !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure> { // here
  ^bb0(%x: tensor<${a}x${t}>):
    relax.yield %x : tensor<${a}x${t}>
  }
  relax.return
}

// -----

// rule: relax.lambda R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}() {
  %f = relax.lambda : !relax.callable<(tensor<${a}x${t}>) -> tensor<${a}x${t}>, pure> {
  ^bb0(%x: tensor<${a}x${t}>):
    relax.print "{}"(%x) : tensor<${a}x${t}> // here
    relax.yield %x : tensor<${a}x${t}>
  }
  relax.return
}

// -----

// rule: relax.if R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${f}(%c: tensor<i1>, %x: !relax.callable<() -> tensor<${a}x${t}>, impure>, %y: !relax.callable<() -> tensor<${a}x${t}>, pure>) {
  %0 = relax.if %c : tensor<i1> -> !relax.callable<() -> tensor<${a}x${t}>, pure> {
    relax.yield %x : !relax.callable<() -> tensor<${a}x${t}>, impure> // here
  } else {
    relax.yield %y : !relax.callable<() -> tensor<${a}x${t}>, pure>
  }
  relax.return
}
