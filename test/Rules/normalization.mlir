// Violations of the rules of NormalizationOps.

// rule: relax.nn.batch_norm R1
// t: f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// s: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
relax.func @${main}(%x: tensor<${a}x3xf32>, %p0: tensor<3x${t}>, %p1: tensor<3x${t}>, %p2: tensor<3x${t}>, %p3: tensor<3x${t}>) {
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = ${b} : i64} : (tensor<${a}x3xf32>, tensor<3x${t}>, tensor<3x${t}>, tensor<3x${t}>, tensor<3x${t}>) -> (tensor<*x${u}>, tensor<*x${s}>, tensor<*xf32>) // here
  relax.return
}

// -----

// rule: relax.nn.batch_norm R2
// t: f32 f16 bf16 f64
// a: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${a}x3x${t}>, %p0: tensor<3x${t}>, %p1: tensor<3x${t}>, %p2: tensor<3x${t}>, %p3: tensor<3x${t}>) {
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = ${a} : i64} : (tensor<${a}x3x${t}>, tensor<3x${t}>, tensor<3x${t}>, tensor<3x${t}>, tensor<3x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.nn.batch_norm R3
// t: f32 f16 bf16 f64
// a: 4 0 1 2 5 6 7 8 9 11 12 16
// b: 2 0 1 3 5 6 7 8 9 11 12 16
// c: 1 -1
relax.func @${main}(%x: tensor<${b}x3x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>, %p2: tensor<${a}x${t}>, %p3: tensor<${a}x${t}>) {
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = ${c} : i64} : (tensor<${b}x3x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> (tensor<*x${t}>, tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.nn.batch_norm R4
// t: f32 f16 bf16 f64
// a: 0 1 2 3 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// dev: llvm rocm metal
relax.func @${main}(%x: tensor<${b}x3x${t}, #relax.dims<[${b}, 3], vdevice = #relax.vdevice<"cuda", ${a}>>>, %p0: tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>, %p1: tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>, %p2: tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>, %p3: tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>) {
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = ${c} : i64} : (tensor<${b}x3x${t}, #relax.dims<[${b}, 3], vdevice = #relax.vdevice<"cuda", ${a}>>>, tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>, tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>, tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>, tensor<3x${t}, #relax.dims<[3], vdevice = #relax.vdevice<"${dev}", ${a}>>>) -> (tensor<*x${t}>, tensor<*x${t}>, tensor<*x${t}>) // here
  relax.return
}

// -----

// rule: relax.nn.layer_norm R1
// t: f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
relax.func @${main}(%x: tensor<${b}x${a}xf32>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: ${c}>} : (tensor<${b}x${a}xf32>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.nn.layer_norm R2
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: ${b}>} : (tensor<${b}x${a}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.layer_norm R3
// t: f32 f16 bf16 f64
// a: 4 11 12
// b: 2 0 1 3 4 5 6 7 8 11 12 32
relax.func @${main}(%x: tensor<${b}x3x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: 1>} : (tensor<${b}x3x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.layer_norm R3
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 -2 -1 0
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %p0: tensor<${a}x${b}x${t}>, %p1: tensor<${a}x${b}x${t}>) {
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.layer_norm R4
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// c: 2 0 1 3 4 5 6 7 8 9 11 12
// d: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// dev: llvm rocm vulkan metal
relax.func @${main}(%x: tensor<${c}x${a}x${t}, #relax.dims<[${c}, ${a}], vdevice = #relax.vdevice<"cuda", ${b}>>>, %p0: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %p1: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>) {
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: ${d}>} : (tensor<${c}x${a}x${t}, #relax.dims<[${c}, ${a}], vdevice = #relax.vdevice<"cuda", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.rms_norm R1
// a: 3 16 64
// b: 2 1 4 5
// c: 1 0 9 64 100
relax.func @${main}(%x: tensor<${b}x${a}xf32>, %p0: tensor<${a}xf16>) {
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: ${c}>} : (tensor<${b}x${a}xf32>, tensor<${a}xf16>) -> tensor<*xf32> // here
  relax.return
}

// -----

// rule: relax.nn.rms_norm R2
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %p0: tensor<${a}x${t}>) {
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: ${b}>} : (tensor<${b}x${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.rms_norm R3
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 9 12 16 32
// b: 3 0 2 7 8 9
// c: 1 -1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %p0: tensor<4x${t}>) {
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: ${c}>} : (tensor<${a}x${b}x${t}>, tensor<4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.rms_norm R4
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// d: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// dev: cuda vulkan
relax.func @${main}(%x: tensor<${b}x${a}x${t}, #relax.dims<[${b}, ${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %p0: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: ${d}>} : (tensor<${b}x${a}x${t}, #relax.dims<[${b}, ${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.group_norm R1
// t: f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 5 0 1 2 3 4 6 7 8 9 10 11
// d: 1 2 3 4 5 6 7 8 9 11 12 16
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
relax.func @${main}(%x: tensor<${b}x${a}x${c}xf32>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = ${d} : i64, channel_axis = ${d} : i64, axes = array<i64: ${b}>} : (tensor<${b}x${a}x${c}xf32>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.nn.group_norm R2
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 1 2 3 4 5 6 7 8 9 11 12 16
// c: 2 0 1 3 4 5 6 7 8 9 11 12
// d: 5 0 1 2 3 4 6 7 8 9 10 11
relax.func @${main}(%x: tensor<${c}x${a}x${d}x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = ${b} : i64, channel_axis = ${b} : i64, axes = array<i64: ${b}>} : (tensor<${c}x${a}x${d}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.group_norm R3
// t: f32 f16 bf16 f64
// a: 4 2 6 7 8 9 64
// b: 2 0
// c: 5 0 1 2 3 6 7 8 9 10 11 15
relax.func @${main}(%x: tensor<${b}x3x${c}x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = 1 : i64, channel_axis = 1 : i64, axes = array<i64: ${b}>} : (tensor<${b}x3x${c}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.group_norm R4
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// c: 2 0 1 3 4 5 6 7 8 9 11 12
// d: 5 0 1 2 3 4 6 7 8 9 10 11
// e: 1 2 3 4 5 6 7 8 9 11 12 16
// dev: llvm vulkan metal
relax.func @${main}(%x: tensor<${c}x${a}x${d}x${t}, #relax.dims<[${c}, ${a}, ${d}], vdevice = #relax.vdevice<"cuda", ${b}>>>, %p0: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %p1: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>) {
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = ${e} : i64, channel_axis = ${e} : i64, axes = array<i64: ${c}>} : (tensor<${c}x${a}x${d}x${t}, #relax.dims<[${c}, ${a}, ${d}], vdevice = #relax.vdevice<"cuda", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.group_norm R5
// t: f32 f16 bf16 f64
// a: 3 1 9 11
// b: 5 0 1 2 3 4 6 7 8 9 10 11
// c: 1 -2
// d: 2 4 6 8 12 16 32 64 100
// e: 2 -3 0
relax.func @${main}(%x: tensor<2x${a}x${b}x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = ${d} : i64, channel_axis = ${c} : i64, axes = array<i64: ${e}>} : (tensor<2x${a}x${b}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.instance_norm R1
// t: f16 bf16
// a: 3 0 2 5 9 12 100
// b: 2 1 3 8
// c: 5 0 2 6 7 8 11 15 16 64 100
// d: 1 -1 2 3 12 16 32 64
relax.func @${main}(%x: tensor<${b}x${a}x${c}xf32>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = ${d} : i64, axes = array<i64: ${b}>} : (tensor<${b}x${a}x${c}xf32>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*xf32> // here
  relax.return
}

// -----

// rule: relax.nn.instance_norm R2
// t: f32 f16 bf16 f64
// a: 3 4 5 6 7 8 9 11 12 16 32 64
// b: 2 1 3 4 5 6 7 8 9 11 12 16
// c: 5 0 1 2 4 6 7 8 9 10 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${c}x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = ${a} : i64, axes = array<i64: ${b}>} : (tensor<${b}x${a}x${c}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.instance_norm R3
// t: f32 f16 bf16 f64
// a: 4 0 12 32
// b: 2 0
// c: 5 0 2 3 4 6 7 8 9 10 11 12
relax.func @${main}(%x: tensor<${b}x3x${c}x${t}>, %p0: tensor<${a}x${t}>, %p1: tensor<${a}x${t}>) {
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = 1 : i64, axes = array<i64: ${b}>} : (tensor<${b}x3x${c}x${t}>, tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.instance_norm R4
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// c: 2 0 1 3 4 5 6 7 8 9 11 12
// d: 5 0 1 2 3 4 6 7 8 9 10 11
// e: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// dev: llvm rocm vulkan metal
relax.func @${main}(%x: tensor<${c}x${a}x${d}x${t}, #relax.dims<[${c}, ${a}, ${d}], vdevice = #relax.vdevice<"cuda", ${b}>>>, %p0: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %p1: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>) {
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = ${e} : i64, axes = array<i64: ${c}>} : (tensor<${c}x${a}x${d}x${t}, #relax.dims<[${c}, ${a}, ${d}], vdevice = #relax.vdevice<"cuda", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}
