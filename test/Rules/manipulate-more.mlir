// Violations of the rules of ManipulateOps.

// rule: relax.stack R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 1 2 5 11 16
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${a}x4x${t}>) {
  %0 = relax.stack %x, %y : (tensor<${a}x${b}x${t}>, tensor<${a}x4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.stack R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 3 4 5 6 7 8 9 11 12 16 32 64
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>) {
  %0 = relax.stack %x, %x {axis = ${a} : i64} : (tensor<${b}x${a}x${t}>, tensor<${b}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.stack R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda vulkan metal
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.stack %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.stack R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
relax.func @${main}() {
  %0 = relax.stack : () -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.split R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.split %x : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.split R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.split %x {sections = ${c} : i64, indices = array<i64>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.split R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 -4 -3 -2 -1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.split %x {sections = ${c} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.split R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.split %x {sections = ${c} : i64, axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.split R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 1 -4 -3 -2 -1 2 3 4 5 6 7 8
// c: 0 -4 -3 -2 -1
relax.func @${main}(%x: tensor<${a}x3x${t}>) {
  %0:3 = relax.split %x {indices = array<i64: ${b}, ${c}>} : (tensor<${a}x3x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.meshgrid R1
// t: f32 i8 i32 i64 ui8
// a: 4 0 1 2 3 7 8 11 12 16 32 64
relax.func @${main}(%x: tensor<${a}x${t}>, %y: tensor<${a}xf16>) {
  %0:2 = relax.meshgrid %x, %y : (tensor<${a}x${t}>, tensor<${a}xf16>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.meshgrid R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.meshgrid %x : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.meshgrid R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0:2 = relax.meshgrid %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> (tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.meshgrid R4
relax.func @${main}() {
  relax.meshgrid : () -> () // here
  relax.return
}

// -----

// rule: relax.nn.pixel_shuffle R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.nn.pixel_shuffle %x {upscale_factor = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.pixel_shuffle R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 3 1 2 5 6 7 9 11
// b: 4 0 1 2 3 5 6 7 8 9 11 12
// c: 5 0 1 2 3 4 6 7 8 9 10 11
// d: 2 4 5 6 7 8 9 11 12 16 32 64
relax.func @${main}(%x: tensor<${a}x${b}x${c}x${t}>) {
  %0 = relax.nn.pixel_shuffle %x {upscale_factor = ${d} : i64} : (tensor<${a}x${b}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.reverse_sequence R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 -4 -3 -2 2 3 4 5 6 7 8 9
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %l: tensor<${a}xi64>) {
  %0 = relax.reverse_sequence %x, %l {seq_axis = ${c} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}xi64>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.reverse_sequence R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 3 1 6 16 64 100
relax.func @${main}(%x: tensor<2x${a}x${t}>, %l: tensor<${a}x${u}>) {
  %0 = relax.reverse_sequence %x, %l : (tensor<2x${a}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.reverse_sequence R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %l: tensor<${a}x${b}x${u}>) {
  %0 = relax.reverse_sequence %x, %l : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.reverse_sequence R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %l: tensor<${a}x${u}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.reverse_sequence %x, %l : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${u}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.layout_transform R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.layout_transform %x {index_map = affine_map<(i) -> (i)>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.layout_transform R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j)[s] -> (i + s)>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.layout_transform R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// d: floordiv ceildiv mod
// c: 0 -1 -4
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.layout_transform %x {index_map = affine_map<(i) -> (i ${d} ${c})>} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.layout_transform R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12
// c: 1 1000000000 9223372036854775807
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.layout_transform %x {index_map = affine_map<(i) -> ((i + ${a}) * ${c})>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.collapse_sum_to R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 5 8 9 11 64
// b: 3 1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %s: !relax.shape<[${a}]>) {
  %0 = relax.collapse_sum_to %x, %s : (tensor<${a}x${b}x${t}>, !relax.shape<[${a}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.collapse_sum_like R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
// d: 5 0 1 2 3 4 6 7 8 9 10 11
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %y: tensor<${a}x${c}x${d}x${t}>) {
  %0 = relax.collapse_sum_like %x, %y : (tensor<${b}x${a}x${t}>, tensor<${a}x${c}x${d}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
