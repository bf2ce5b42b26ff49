// Violations of the rules of SortOps.

// rule: relax.sort R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.sort %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.argsort R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.argsort %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.argsort R2
// t: f32 f16 bf16 f64 i1
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.argsort %x {dtype = ${t}} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.topk R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
// b: 2 -4 -3 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<2x${a}x${t}>) {
  %0:2 = relax.topk %x {axis = ${b} : i64} : (tensor<2x${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.topk R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i1 f16 bf16 f32 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<2x${a}x${t}>) {
  %0:2 = relax.topk %x {dtype = ${u}} : (tensor<2x${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.topk R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i32 f16 bf16 f32 f64 i1 i8 i16 i64 ui8
// a: 3 0 1 2
// b: 4 5 6 7 8 9 11 12 16 32 64 100
relax.func @${main}(%x: tensor<2x${a}x${t}>) {
  %0:2 = relax.topk %x {k = ${b} : i64} : (tensor<2x${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${u}>) // here
  relax.return
}
