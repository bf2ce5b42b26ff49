// Violations of the rules of CallOps.

// rule: relax.call R1
relax.func @${f}() {
  relax.call @${g}() : () -> () // here
  relax.return
}

// -----

// rule: relax.call R1
relax.extern_func @${g}
relax.func @${f}() {
  relax.call @${g}() : () -> () // here
  relax.return
}

// -----

// rule: relax.call R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func private @${g}() {
  relax.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  relax.call @${g}(%x) : (tensor<${a}x${t}>) -> () // here
  relax.return
}

// -----

// rule: relax.call R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 8 11 16
// b: 5 10 15
relax.func private @${g}(%x: tensor<?x${t}, #relax.dims<[n]>>, %y: tensor<?x${t}, #relax.dims<[n]>>) {
  relax.return
}
relax.func @${f}(%x: tensor<${a}x${t}>, %y: tensor<${b}x${t}>) {
  relax.call @${g}(%x, %y) : (tensor<${a}x${t}>, tensor<${b}x${t}>) -> () // here
  relax.return
}

// -----

// rule: relax.call R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 1 64 100
// b: 5 10 15
relax.func private @${g}(%x: tensor<?x${t}, #relax.dims<[n]>>) -> tensor<?x${t}, #relax.dims<[n]>> {
  relax.return %x : tensor<?x${t}, #relax.dims<[n]>>
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call @${g}(%x) : (tensor<${a}x${t}>) -> tensor<${b}x${t}> // here
  relax.return
}

// -----

// rule: relax.call R5
relax.func impure private @${g}() {
  relax.return
}
relax.func @${f}() {
  relax.call @${g}() : () -> () // here
  relax.return
}

// -----

// rule: relax.call_tir R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func private @${k}() {
  relax.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 2
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 2 6 7 8 12 16 64
// c: 5 10 15
tir.func private @${k}(%x: memref<?x${t}> {tir.dims = #relax.dims<[n]>}, %y: memref<?x${t}> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${c}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir R3
// t: f32 bf16 i1 i16 i32
// a: 4 2 5 6 7 11 12 16 32 64
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}xf16>) {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}xf16>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
tir.func private @${k}(%x: index) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir @${k}() : () -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> () // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${other}() {
  relax.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_inplace @${other}(%x) {inplace_indices = array<i64: 0>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0
// c: 0 1
tir.func private @${k}(%a: memref<${a}x${t}>) attributes {num_inputs = ${b}} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>, %y: tensor<${a}x${t}>) {
  %0 = relax.call_tir_inplace @${k}(%x, %y) {inplace_indices = array<i64: ${c}>} : (tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 2} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0:2 = relax.call_tir_inplace @${k}(%x) {inplace_indices = array<i64: 0, -1>} : (tensor<${a}x${t}>) -> (tensor<${a}x${t}>, tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 7 16 100
// b: 5 10 15
// c: 1 0
tir.func private @${k}(%a: memref<${b}x${t}>) attributes {num_inputs = ${c}} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_inplace @${k}(%x) {inplace_indices = array<i64: 0>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_inplace @${k}(%x) {inplace_indices = array<i64>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R4
// also: relax.call_tir_inplace R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0
// c: 1 -4 -3 -2 -1 2 3 4 5 6 7 8
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_inplace @${k}(%x) {inplace_indices = array<i64: ${c}>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}
