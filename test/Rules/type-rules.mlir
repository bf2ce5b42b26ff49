// Violations of the rules of TypeRules.

// rule: TYPE-1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.split %x {sections = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: TYPE-1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0:2 = relax.meshgrid %x : (tensor<${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: TYPE-1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 3 1 2 4 5 6 7 8 9 11 12 16
// c: 1 -1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.median %x {axis = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: TYPE-2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0 2 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.add %x, %x : (tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<${b}x${a}x${t}> // here
  relax.return
}

// -----

// rule: TYPE-2
// a: 3 11 12 64
relax.func @${f}() {
  %0 = relax.shape [${a}] : !relax.shape<[4]> // here
  relax.return
}

// -----

// rule: TYPE-2
// t: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
// a: 2 4 6 8 12 16 32 100
// b: 1 3 5 7 11 33
relax.func @${f}(%s: !relax.shape<rank ${a}>) {
  %0 = relax.shape_to_tensor %s : !relax.shape<rank ${a}> -> tensor<${b}x${t}> // here
  relax.return
}

// -----

// rule: TYPE-3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2
// c: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
// d: -2 -6 -4 -3
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.nn.pad %x {pad_width = array<i64: ${c}, ${c}, ${d}, ${d}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: TYPE-4
// op: exp sin sqrt nn.relu nn.silu negative
// t: f80 f128 tf32
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.${op} %x : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: TYPE-4
// t: i2 i7 i24 i128 si8 si64 f80 tf32 index f4E2M1FN f6E2M3FN
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.flip %x {axis = 0 : i64} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: TYPE-5
// t: f32 f64 i32 i64
// a: 4611686018427387904 9223372036854775807 2305843009213693952
// b: 4 5 6 7 8 9 16
relax.func @${main}(%x: tensor<${b}x${a}x${t}>) {
  %0 = relax.flip %x {axis = 0 : i64} : (tensor<${b}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: TYPE-5
// t: f32 f64 i32 i64
// a: 4611686018427387904 9223372036854775807 2305843009213693952
// b: 4 5 6 7 8 9 16
relax.func @${main}(%x: tensor<${b}x?x${a}x${t}>) {
  %0 = relax.flip %x {axis = 0 : i64} : (tensor<${b}x?x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
