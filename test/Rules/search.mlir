// Violations of the rules of SearchOps.

// rule: relax.where R1
// t: f32 bf16 f64 i1 i16 i32
// a: 4 0 1 2 5 7 8 9 12 16 64 100
relax.func @${main}(%c: tensor<${a}xi1>, %x: tensor<${a}x${t}>, %y: tensor<${a}xf16>) {
  %0 = relax.where %c, %x, %y : (tensor<${a}xi1>, tensor<${a}x${t}>, tensor<${a}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.where R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 8 11 16
// b: 5 10 15
relax.func @${main}(%c: tensor<${b}xi1>, %x: tensor<${a}x${t}>) {
  %0 = relax.where %c, %x, %x : (tensor<${b}xi1>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.where R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%c: tensor<${a}xi1>, %x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.where %c, %x, %y : (tensor<${a}xi1>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.${op} R1
// op: argmax argmin
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.${op} %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.${op} R2
// op: argmin argmax
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 1 -1
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
relax.func @${main}(%x: tensor<${a}x0x${t}>) {
  %0 = relax.${op} %x {axis = ${b} : i64} : (tensor<${a}x0x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.bucketize R1
// t: f32 bf16 f64 i8 i16 i32 ui8
// u: i64 f16 bf16 f32 f64 i1 i8 i16
// a: 2 1 3 4 6 7 9 11 12 16 32 100
// b: 3 0 4 5 6 7 8 9 11 12 32 64
// c: 4 0 1 2 3 5 6 8 11 12 16 64
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %b: tensor<${c}xf16>) {
  %0 = relax.bucketize %x, %b : (tensor<${a}x${b}x${t}>, tensor<${c}xf16>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.bucketize R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.bucketize %x, %x : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.bucketize R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// u: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %b: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.bucketize %x, %b : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.unique R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.unique %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.multinomial_from_uniform R1
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%p: tensor<${c}x${t}>, %u: tensor<${a}x${b}x${t}>, %s: tensor<${a}x${b}x${u}>) {
  %0 = relax.multinomial_from_uniform %p, %u, %s : (tensor<${c}x${t}>, tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${u}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.multinomial_from_uniform R2
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 2 4 5 6 7 8 9 11 12 16
relax.func @${main}(%p: tensor<${a}x${b}x${t}>, %u: tensor<${a}x${b}x${t}>, %s: tensor<${a}x${b}x${u}>) {
  %0 = relax.multinomial_from_uniform %p, %u, %s : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${u}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.multinomial_from_uniform R3
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%p: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %u: tensor<${a}x1x${t}, #relax.dims<[${a}, 1], vdevice = #relax.vdevice<"llvm", ${c}>>>, %s: tensor<${a}x1x${u}>) {
  %0 = relax.multinomial_from_uniform %p, %u, %s : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x1x${t}, #relax.dims<[${a}, 1], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<${a}x1x${u}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.multinomial_from_uniform R4
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%p: tensor<${a}x${b}x${t}>, %u: tensor<${a}x1x${t}>, %s: tensor<${a}x1x${u}>) {
  %0 = relax.multinomial_from_uniform %p, %u, %s {dtype = ${t}} : (tensor<${a}x${b}x${t}>, tensor<${a}x1x${t}>, tensor<${a}x1x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.one_hot R1
// t: f32 f16 bf16 f64
// u: i32 i8 i16 i64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 0 1 2 7
relax.func @${main}(%i: tensor<${b}x${a}xi64>) {
  %0 = relax.one_hot %i {on_value = 1.0 : ${t}, off_value = ${c} : ${u}, depth = ${a} : i64} : (tensor<${b}x${a}xi64>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.one_hot R2
// t: f32 f16 bf16 f64
// a: 3 4 5 6 7 8 9 11 12 16 32 64
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%i: tensor<${b}x${a}xi64>) {
  %0 = relax.one_hot %i {on_value = 1.0 : ${t}, off_value = 0.0 : ${t}, depth = ${a} : i64, axis = ${a} : i64} : (tensor<${b}x${a}xi64>) -> tensor<*x${t}> // here
  relax.return
}
