// Violations of the rules of CreateOps.

// rule: relax.full R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%s: !relax.shape<[${a}, ${a}]>, %v: tensor<${b}x${t}>) {
  %0 = relax.full %s, %v : (!relax.shape<[${a}, ${a}]>, tensor<${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.full R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func @${main}(%s: !relax.shape<[${a}, ${a}]>, %v: tensor<${t}>) {
  %0 = relax.full %s, %v {dtype = none} : (!relax.shape<[${a}, ${a}]>, tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.full_like R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %v: tensor<${c}x${t}>) {
  %0 = relax.full_like %x, %v : (tensor<${a}x${b}x${t}>, tensor<${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.full_like R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %v: tensor<${t}>) {
  %0 = relax.full_like %x, %v {dtype = none} : (tensor<${a}x${b}x${t}>, tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R1
// op: ones zeros
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func @${main}(%s: !relax.shape<[${a}, ${a}]>) {
  %0 = relax.${op} %s {dtype = none} : (!relax.shape<[${a}, ${a}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R1
// op: zeros_like ones_like
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.${op} %x {dtype = none} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.arange R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 1 -4 -3 -2 -1 2 3 4 5 6 7 8
// b: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}() {
  %0 = relax.arange {dtype = none, end = #relax.expr<${a}>, start = #relax.expr<${b}>, step = #relax.expr<${a}>} : () -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.arange R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// b: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}() {
  %0 = relax.arange {dtype = ${t}, end = #relax.expr<${a}>, start = #relax.expr<${b}>, step = #relax.expr<0>} : () -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.eye R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}() {
  %0 = relax.eye {dtype = none, n = #relax.expr<${a}>} : () -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.eye_like R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.eye_like %x {dtype = none} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.eye_like R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.eye_like %x : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R1
// op: tril triu
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.${op} %x : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.hamming_window R1
// t: i32 i1 i8 i16 i64 ui8
// a: 8 0 1 2 3 4 5 6 7 9 11 12
relax.func @${main}() {
  %0 = relax.hamming_window {dtype = ${t}, window_size = ${a} : i64} : () -> tensor<*x${t}> // here
  relax.return
}
