// Violations of the rules of LinearAlgebraOps.

// rule: relax.matmul R1
// t: f32 f64 i8 i16 i32 i64
// a: 3 2 5 6 7 9 16 32 64 100
// b: 2 0 1 3 4 7 8 9 12 16 64
// c: 4 1 2 5 6 7 8 11 12 64 100
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %w: tensor<${a}x${c}xf16>) {
  %0 = relax.matmul %x, %w : (tensor<${b}x${a}x${t}>, tensor<${a}x${c}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.matmul R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %w: tensor<${t}>) {
  %0 = relax.matmul %x, %w : (tensor<${a}x${b}x${t}>, tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.matmul R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 3 2 7 11 12 16 100
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %w: tensor<4x${a}x${t}>) {
  %0 = relax.matmul %x, %w : (tensor<${b}x${a}x${t}>, tensor<4x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.matmul R4
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 2 0 6 7 8 64
// d: 5 10 15
relax.func @${main}(%x: tensor<${c}x${a}x${b}x${t}>, %w: tensor<${d}x${b}x${a}x${t}>) {
  %0 = relax.matmul %x, %w : (tensor<${c}x${a}x${b}x${t}>, tensor<${d}x${b}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.matmul R5
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.matmul %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.outer R1
// t: f32 f64 i8 i16 i64 ui8
// a: 4 1 2 3 6 7 8 11 12 64 100
relax.func @${main}(%x: tensor<${a}x${t}>, %y: tensor<${a}xf16>) {
  %0 = relax.outer %x, %y : (tensor<${a}x${t}>, tensor<${a}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.outer R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${c}x${t}>) {
  %0 = relax.outer %x, %y : (tensor<${a}x${b}x${t}>, tensor<${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.outer R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm metal
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.outer %x, %y : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.einsum R1
// t: f32 bf16 f64 i16 i32 ui8
// a: 4 1 2 3 5 7 9 12 16 32 100
relax.func @${main}(%x: tensor<${a}x${t}>, %y: tensor<${a}xf16>) {
  %0 = relax.einsum %x, %y {subscripts = "i,j"} : (tensor<${a}x${t}>, tensor<${a}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.einsum R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.einsum %x {subscripts = "i,j"} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.einsum R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.einsum %x {subscripts = "1"} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.einsum R4
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 6 8 11 16 32 64
relax.func @${main}(%x: tensor<${a}x3x${t}>) {
  %0 = relax.einsum %x {subscripts = "ii->i"} : (tensor<${a}x3x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.einsum R5
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.einsum %x {subscripts = "ij->ik"} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.einsum R6
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan
relax.func @${main}(%x: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, %y: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) {
  %0 = relax.einsum %x, %y {subscripts = "i,i"} : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${b}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${b}>>>) -> tensor<*x${t}> // here
  relax.return
}
