// Violations of the rules of ReduceOps.

// rule: relax.${op} R1
// op: max mean min prod std sum variance
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 6 7 8 9 11 12 16
// b: 3 0 2 4 5 7 8 9 11 12 16 32
// c: -3 -6 -4 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.${op} %x {axis = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R1
// op: mean max min prod std sum variance
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 6 7 8 11 12 16 32
// b: 3 2 4 5 7 8 11 16 100
// c: 1 -3 -1 2 4 5 7 8 9 11 12 16
// d: -1 -4 -3 1 2 4 5 6 7 8 9 11
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.${op} %x {axis = array<i64: ${c}, ${d}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R1
// op: sum max mean min prod std variance
// t: f32 f16 bf16 f64
// a: 2 3 4 5 6 9 11 12 16 32 64 100
// b: 3 0 1 2 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.${op} %x {axis = array<i64: ${a}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.median R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
// b: 2 -4 -3 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<2x${a}x${t}>) {
  %0:2 = relax.median %x {axis = array<i64: ${b}>} : (tensor<2x${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${u}>) // here
  relax.return
}

// -----

// rule: relax.median R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 1 -1
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
relax.func @${main}(%x: tensor<2x0x${t}>) {
  %0:2 = relax.median %x {axis = array<i64: ${a}>} : (tensor<2x0x${t}>) -> (tensor<*x${t}>, tensor<*x${u}>) // here
  relax.return
}
