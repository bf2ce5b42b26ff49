// Violations of the rules of PoolingOps.

// rule: relax.nn.${op} R1
// op: max_pool2d avg_pool2d avg_pool3d max_pool3d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 1 0 2 3 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
// d: 2 -4 -3 -2 -1 0 1 3 4 5 6 7
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: ${d}>} : (tensor<${b}x${c}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R1
// op: max_pool2d avg_pool1d avg_pool2d avg_pool3d max_pool1d max_pool3d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 1 0 2 3 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
// d: 2 -4 -3 -2 -1 0 1 3 4 5 6 7
// e: 0 -4 -3 -2 -1
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: ${d}, ${e}>} : (tensor<${b}x${c}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: max_pool2d avg_pool2d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 4 0 1 2 3 5 6 7 8 9 11 12
// c: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${b}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: ${c}, ${c}>} : (tensor<${b}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R4
// op: max_pool2d avg_pool2d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 1 2 3 4 5 6 7 8 9 11 12 16
// c: 4 0 1 2 3 5 6 7 8 9 11 12
// d: 17 18 32 34 51 64 100
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: ${d}, ${b}>} : (tensor<${b}x${c}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R1
// op: adaptive_avg_pool2d adaptive_avg_pool3d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 1 0 2 3 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
// d: 2 -4 -3 -2 -1 0 1 3 4 5 6 7
relax.func @${main}(%x: tensor<${b}x${c}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {output_size = array<i64: ${d}>} : (tensor<${b}x${c}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.adaptive_avg_pool2d R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 4 0 1 2 3 5 6 7 8 9 11 12
// c: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${b}x${a}x${a}x${t}>) {
  %0 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: ${c}, ${c}>} : (tensor<${b}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
