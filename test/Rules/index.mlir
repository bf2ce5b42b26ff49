// Violations of the rules of IndexOps.

// rule: relax.take R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}xi64>) {
  %0 = relax.take %x, %i {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}xi64>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.take R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${u}>) {
  %0 = relax.take %x, %i : (tensor<${a}x${b}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.take R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %i: tensor<${a}x${u}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.take %x, %i : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${u}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.take R3
// t: i32 i1 i8 i16 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>, %i: tensor<${b}x${u}>) {
  %0 = relax.take %x, %i {mode = "nan"} : (tensor<${a}x${t}>, tensor<${b}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.strided_slice R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// d: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.strided_slice %x {axes = array<i64: ${c}>, begin = [#relax.expr<${d}>, #relax.expr<${d}>], end = [#relax.expr<${c}>]} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.strided_slice R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${b}x${c}x${t}>) {
  %0 = relax.strided_slice %x {axes = array<i64: ${a}>, begin = [#relax.expr<${d}>], end = [#relax.expr<${a}>], strides = array<i64: ${a}, ${a}>} : (tensor<${b}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.strided_slice R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
// d: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.strided_slice %x {axes = array<i64: ${a}>, begin = [#relax.expr<${c}>], end = [#relax.expr<${d}>]} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.strided_slice R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// d: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.strided_slice %x {axes = array<i64: ${c}>, begin = [#relax.expr<${d}>], end = [#relax.expr<${c}>], strides = array<i64: 0>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.dynamic_strided_slice R1
// t: i64 i8 i16 i32 ui8
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 3 0 1 4 5 6 7 8 9 11 12 16
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${u}>, %b: tensor<${a}x${t}>) {
  %0 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<${b}x${a}x${u}>, tensor<${a}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.dynamic_strided_slice R1
// t: i64 i8 i16 i32 ui8
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${u}>, %b: tensor<${t}>) {
  %0 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<${a}x${b}x${u}>, tensor<${t}>, tensor<${t}>, tensor<${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.dynamic_strided_slice R2
// t: i64 i8 i16 i32 ui8
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 0 1 2 3 4 5 6 7 8 9 11 12
// b: 4 0 1 2 3 5 6 7 8 9 11 12
// dev: llvm rocm vulkan metal
relax.func @${main}(%x: tensor<${b}x${u}, #relax.dims<[${b}], vdevice = #relax.vdevice<"cuda", ${a}>>>, %b: tensor<1x${t}, #relax.dims<[1], vdevice = #relax.vdevice<"${dev}", ${a}>>>) {
  %0 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<${b}x${u}, #relax.dims<[${b}], vdevice = #relax.vdevice<"cuda", ${a}>>>, tensor<1x${t}, #relax.dims<[1], vdevice = #relax.vdevice<"${dev}", ${a}>>>, tensor<1x${t}, #relax.dims<[1], vdevice = #relax.vdevice<"${dev}", ${a}>>>, tensor<1x${t}, #relax.dims<[1], vdevice = #relax.vdevice<"${dev}", ${a}>>>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.gather_elements R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${b}xi64>) {
  %0 = relax.gather_elements %x, %i {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}xi64>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.gather_elements R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${u}>) {
  %0 = relax.gather_elements %x, %i : (tensor<${a}x${b}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.gather_elements R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %i: tensor<${a}x${b}x${u}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.gather_elements %x, %i : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${u}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.gather_nd R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${b}xi64>) {
  %0 = relax.gather_nd %x, %i {batch_dims = ${a} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}xi64>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.gather_nd R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 4 5 6 7 8 9 11 12 16 32 64
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${b}x${u}>) {
  %0 = relax.gather_nd %x, %i : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.gather_nd R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda vulkan metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %i: tensor<${a}x${b}x${u}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.gather_nd %x, %i : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${u}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.index_tensor R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${c}x${t}>, %i: tensor<${a}x${b}x${u}>) {
  %0 = relax.index_tensor %x, %i, %i : (tensor<${c}x${t}>, tensor<${a}x${b}x${u}>, tensor<${a}x${b}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.index_tensor R2
// t: i64 i8 i16 i32 ui8
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 5 64 100
relax.func @${main}(%x: tensor<${a}x3x${u}>, %i: tensor<${a}x3x${t}>, %j: tensor<${a}x${t}>) {
  %0 = relax.index_tensor %x, %i, %j : (tensor<${a}x3x${u}>, tensor<${a}x3x${t}>, tensor<${a}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.index_tensor R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %i: tensor<${a}x${b}x${u}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.index_tensor %x, %i : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${u}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}
