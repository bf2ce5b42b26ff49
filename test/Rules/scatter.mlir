// Violations of the rules of ScatterOps.

// rule: relax.scatter_elements R1
// t: f32 bf16 i1 i16 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 5 8 9 12 16 32 100
// b: 3 0 1 5 8 12 16 32 100
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${b}x${u}>, %u: tensor<${a}x${b}xf16>) {
  %0 = relax.scatter_elements %x, %i, %u : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${u}>, tensor<${a}x${b}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_elements R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${b}xi64>) {
  %0 = relax.scatter_elements %x, %i, %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}xi64>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_elements R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %i: tensor<${a}x${u}>) {
  %0 = relax.scatter_elements %x, %i, %x : (tensor<${b}x${a}x${t}>, tensor<${a}x${u}>, tensor<${b}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_elements R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 1 4 5 100
relax.func @${main}(%x: tensor<${a}x3x${t}>, %i: tensor<${a}x3x${u}>, %u: tensor<${a}x${a}x${t}>) {
  %0 = relax.scatter_elements %x, %i, %u : (tensor<${a}x3x${t}>, tensor<${a}x3x${u}>, tensor<${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_elements R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %i: tensor<${a}x${b}x${u}>, %u: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.scatter_elements %x, %i, %u : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${u}>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_nd R1
// t: f32 i8 i32 i64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 5 6 9 11 32 64 100
// b: 3 0 1 4 7 8 12 16 32
// c: 1 0 2 3 4 6 8 9 12 32 64
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${c}x${u}>, %u: tensor<${a}x${b}xf16>) {
  %0 = relax.scatter_nd %x, %i, %u : (tensor<${a}x${b}x${t}>, tensor<${a}x${c}x${u}>, tensor<${a}x${b}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_nd R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${u}>) {
  %0 = relax.scatter_nd %x, %i, %x : (tensor<${a}x${b}x${t}>, tensor<${u}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_nd R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 4 5 6 7 8 9 11 12 16 32 64
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${b}x${u}>) {
  %0 = relax.scatter_nd %x, %i, %x : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${u}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_nd R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 3 4 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 5 10 15
// d: 1 0 2
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${c}x${d}x${u}>) {
  %0 = relax.scatter_nd %x, %i, %x : (tensor<${a}x${b}x${t}>, tensor<${c}x${d}x${u}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.scatter_nd R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// d: 1 0 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %i: tensor<${a}x${d}x${u}>, %u: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.scatter_nd %x, %i, %u : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${d}x${u}>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.slice_scatter R1
// t: f32 f64 i8 ui8
// a: 3 1 5 6 7 9 12 16 32 64 100
// b: 1 0 2 3 4 7 8 12 16 64 100
// c: 2 0 7 8 11 12 16 32 64 100
// d: 0 -3 1 2 3 5 7 8 9 11 12 64
relax.func @${main}(%x: tensor<${c}x${a}x${t}>, %u: tensor<${b}x${a}xf16>) {
  %0 = relax.slice_scatter %x, %u {start = #relax.expr<${d}>, end = #relax.expr<${b}>} : (tensor<${c}x${a}x${t}>, tensor<${b}x${a}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.slice_scatter R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 -4 -3 -2 -1 1 2 3 4 5 6 7
// d: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.slice_scatter %x, %x {start = #relax.expr<${c}>, end = #relax.expr<${d}>, axis = ${a} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.slice_scatter R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 -4 -3 -2 -1
// d: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.slice_scatter %x, %x {start = #relax.expr<${c}>, end = #relax.expr<${d}>, step = ${c} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.slice_scatter R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 2 3 4 5 6 7
// d: 1 -4 -3 -2 -1 0 3
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.slice_scatter %x, %x {start = #relax.expr<${c}>, end = #relax.expr<${d}>} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.slice_scatter R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda vulkan metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %u: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.slice_scatter %x, %u {start = #relax.expr<${c}>, end = #relax.expr<${a}>} : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.index_put R1
// t: f32 f64 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 3 4 5 8 9 12 16 32 64 100
// b: 3 0 2 4 5 6 7 8 100
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %i: tensor<${a}x${u}>, %u: tensor<${a}x${b}xf16>) {
  %0 = relax.index_put %x, %i, %u : (tensor<${a}x${b}x${t}>, tensor<${a}x${u}>, tensor<${a}x${b}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.index_put R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.index_put %x, %x : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.index_put R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 4 11 12 16 32 100
relax.func @${main}(%x: tensor<${a}x3x${t}>, %i: tensor<${a}x${u}>, %j: tensor<3x${u}>) {
  %0 = relax.index_put %x, %i, %j, %x : (tensor<${a}x3x${t}>, tensor<${a}x${u}>, tensor<3x${u}>, tensor<${a}x3x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.index_put R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %i: tensor<${a}x${u}>, %u: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.index_put %x, %i, %u : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${u}>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}
