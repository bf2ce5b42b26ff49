// Violations of the rules of ManipulateOps.

// rule: relax.reshape R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 3 2 5 8 9 11 16 32 100
// c: 6 18
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %s: !relax.shape<[${c}, ${a}]>) {
  %0 = relax.reshape %x, %s : (tensor<${a}x${b}x${t}>, !relax.shape<[${c}, ${a}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.reshape R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 1 -4 2 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<?x${a}x${t}, #relax.dims<[n, ${a}]>>, %s: !relax.shape<[n * ${a} + ${b}]>) {
  %0 = relax.reshape %x, %s : (tensor<?x${a}x${t}, #relax.dims<[n, ${a}]>>, !relax.shape<[n * ${a} + ${b}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.batch_flatten R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
relax.func @${main}(%x: tensor<${t}>) {
  %0 = relax.nn.batch_flatten %x : (tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.permute_dims R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.permute_dims %x {axes = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.permute_dims R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.permute_dims %x {axes = array<i64: ${c}, ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.expand_dims R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 3 4 5 6 7 8 9 11 12 16 32 64
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>) {
  %0 = relax.expand_dims %x {axis = array<i64: ${a}>} : (tensor<${b}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.squeeze R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 5 -4 -3 2 3 4 6 7 8 9 10 11
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.squeeze %x {axis = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.squeeze R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 3 4 5 6 7 8 9 11 12 16
// b: 3 0 2 4 5 6 7 8 9 11 12 16
// c: 1 -1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.squeeze %x {axis = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.broadcast_to R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %s: !relax.shape<[${a}]>) {
  %0 = relax.broadcast_to %x, %s : (tensor<${b}x${a}x${t}>, !relax.shape<[${a}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.broadcast_to R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 6
// b: 8 9 11 12 16 32 64 100
// c: 6 1 2 3 4 8 9 11 12 16 18 32
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %s: !relax.shape<[${c}, ${a}]>) {
  %0 = relax.broadcast_to %x, %s : (tensor<${a}x${b}x${t}>, !relax.shape<[${c}, ${a}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.flip R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.flip %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.repeat R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.repeat %x {repeats = ${a} : i64, axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.tile R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: -1 -4 -3 -2
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.tile %x {repeats = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.pad R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.nn.pad %x {pad_width = array<i64: ${c}, ${c}>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.concat R1
// t: f32 bf16 f64 i16
// a: 2 1 4 5 8 9 11 16 32 64
// b: 3 0 4 5 7 9 11 12 16 32 64 100
// c: 0 -2 1 2 5 7 8 11 12 100
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${a}x${b}xf16>) {
  %0 = relax.concat %x, %y {axis = ${c} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.concat R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
// d: 0 -2 -1 1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${c}x${t}>) {
  %0 = relax.concat %x, %y {axis = ${d} : i64} : (tensor<${a}x${b}x${t}>, tensor<${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.concat R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.concat %x, %x : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.concat R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.concat %x, %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.concat R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 6 8 12 16 100
// c: 0 -2
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${a}x4x${t}>) {
  %0 = relax.concat %x, %y {axis = ${c} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.concat R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.concat %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.concat R6
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}() {
  %0 = relax.concat {axis = ${a} : i64} : () -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.stack R1
// t: f32 bf16 f64 i16
// a: 2 0 4 7 9 11 16 64 100
// b: 3 0 1 2 6 7 8 11 16 64 100
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${a}x${b}xf16>) {
  %0 = relax.stack %x, %y : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}xf16>) -> tensor<*x${t}> // here
  relax.return
}
