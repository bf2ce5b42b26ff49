// Violations of the rules of ConvolutionOps.

// rule: relax.nn.${op} R1
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 bf16 i8
// a: 4 1 5 6 7 9 11 64 100
// b: 16 1 2 4 7 11 12 15
// c: 3 0 2 4 5 7 9 12 32 64
// d: 1 0 2 5 7 16 32 64 100
// e: 8 0 1 2 6 9 24 32 100
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}xf16>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: conv2d conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {strides = array<i64: ${d}>} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
// g: 0 -4 -3 -2 -1
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {strides = array<i64: ${d}, ${g}>} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
// g: -1 -4 -3 -2 0
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {dilation = array<i64: ${g}, ${d}>} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {kernel_layout = "OIHH"} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {out_layout = "NCHWc"} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {out_layout = "NCHW0c"} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R4
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 8 0 1 2 3 4 5 6 7 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${b}x${t}>, %w: tensor<${d}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${a}x${b}x${b}x${t}>, tensor<${d}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R4
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R5
// op: conv2d conv2d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 5 7 11 13
// b: 16 8 12 15 17 32 48 64 100
// c: 3 0 1 2 5 6
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 5 6 7 9 11 24 32
// g: 2 4 6 8 9 12 16 32
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {groups = ${g} : i64} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R5
// op: conv2d conv2d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 16 11 15 17 32 48 64 100
// c: 3 0 1 2 4 6
// d: 4 8 9
// e: 7 14 21
relax.func @${main}(%x: tensor<${a}x${d}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {groups = ${d} : i64} : (tensor<${a}x${d}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R5
// op: conv2d_transpose conv2d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 16 9 11 12 15 17 32 48 64 100
// b: 2 0 1 3 4
// c: 1 0 2 3 4 5 6 7 8 9 11 12
// d: 3 1 6 7 8 11 12 32 64
// e: 8 24
relax.func @${main}(%x: tensor<${c}x4x${a}x${a}x${t}>, %w: tensor<${d}x${e}x${b}x${b}x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${c}x4x${a}x${a}x${t}>, tensor<${d}x${e}x${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R5
// op: conv2d_transpose conv2d
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 1 2 5 8 11 64 100
// b: 16 8 12 15 17 32 48 64 100
// c: 2 0 1 3 4 5 6
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
// g: 3 6 9 12
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${a}x${e}x${c}x${c}x${t}>) {
  %0 = relax.nn.${op} %x, %w {groups = ${g} : i64} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${a}x${e}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.conv2d R6
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 4 5 6 7 8 9 11 12 16 32 64
// d: 1 2 3 4 5 6 7 8 9 11 12 16
// e: 16 24 32 64
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${e}x${a}x${c}x${c}x${t}>) {
  %0 = relax.nn.conv2d %x, %w {dilation = array<i64: ${e}, ${d}>} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${e}x${a}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.conv2d_transpose R6
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 2 0 1 3 4
// d: 1 0 2 3 4 5 7 8 9 12 32 64
// e: 8 2 3 4 5 6 7 11 12 16 24 64
// g: 10 11 12 16 18 27 32 64 100
// h: 0 1 2 3 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${a}x${e}x${c}x${c}x${t}>) {
  %0 = relax.nn.conv2d_transpose %x, %w {padding = array<i64: ${g}, ${h}, ${g}, ${h}>} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${a}x${e}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R7
// op: conv2d conv1d conv1d_transpose conv2d_transpose conv3d conv3d_transpose
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 3 0 1 2 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 0 1 2 3 4 5 6 7 8 9 11 12
// g: 8 0 1 2 3 4 5 6 7 9 11 12
// dev: cuda rocm vulkan
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}, #relax.dims<[${d}, ${a}, ${b}, ${b}], vdevice = #relax.vdevice<"${dev}", ${e}>>>, %w: tensor<${g}x${a}x${c}x${c}x${t}, #relax.dims<[${g}, ${a}, ${c}, ${c}], vdevice = #relax.vdevice<"llvm", ${e}>>>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${d}x${a}x${b}x${b}x${t}, #relax.dims<[${d}, ${a}, ${b}, ${b}], vdevice = #relax.vdevice<"${dev}", ${e}>>>, tensor<${g}x${a}x${c}x${c}x${t}, #relax.dims<[${g}, ${a}, ${c}, ${c}], vdevice = #relax.vdevice<"llvm", ${e}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.conv2d_transpose R8
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 2 0 1 3 4 5 6 7 8 9 11 12
// d: 1 2 3 4 5 6 7 8 9 11 12 16
// e: 8 0 1 2 3 4 5 6 7 9 11 12
// g: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${a}x${e}x${c}x${c}x${t}>) {
  %0 = relax.nn.conv2d_transpose %x, %w {output_padding = array<i64: ${d}, ${g}>} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${a}x${e}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.conv2d_transpose R8
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 16 0 1 2 3 4 5 6 7 8 9 11
// c: 2 0 1 3 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// e: 8 0 1 2 3 4 5 6 7 9 11 12
// g: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${d}x${a}x${b}x${b}x${t}>, %w: tensor<${a}x${e}x${c}x${c}x${t}>) {
  %0 = relax.nn.conv2d_transpose %x, %w {output_padding = array<i64: ${g}>} : (tensor<${d}x${a}x${b}x${b}x${t}>, tensor<${a}x${e}x${c}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
