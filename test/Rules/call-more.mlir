// Violations of the rules of CallOps.

// rule: relax.call_tir_inplace R4
// also: relax.call_tir_inplace R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0 2
// c: -1 -4 -3 -2 1 2 3 4 5 6 7 8
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_inplace @${k}(%x) {inplace_indices = array<i64: ${c}>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0:2 = relax.call_tir_inplace @${k}(%x) {inplace_indices = array<i64: 0, 0>} : (tensor<${a}x${t}>) -> (tensor<${a}x${t}>, tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.call_tir_inplace R6
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 2 6 9 100
// b: 1 0
// c: 5 10 15
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_inplace @${k}(%x) {inplace_indices = array<i64: 0>} : (tensor<${a}x${t}>) -> tensor<${c}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_prim_func R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${other}() {
  relax.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.call_prim_func @${other} ins(%x : tensor<${a}x${t}>) outs(%x : tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.call_prim_func R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0
tir.func private @${k}(%a: memref<${a}x${t}>) attributes {num_inputs = ${b}} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.call_prim_func @${k} ins(%x : tensor<${a}x${t}>) outs(%x : tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.call_prim_func R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0 2
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.call_prim_func @${k} ins(%x : tensor<${a}x${t}>) vars [${a}] // here
  relax.return
}

// -----

// rule: relax.call_tir_with_grad R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func private @${k}() {
  relax.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_with_grad @${k}(%x) {te_grad_name = "g"} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_with_grad R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 2
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_with_grad @${k}(%x) {te_grad_name = "g"} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_with_grad R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 0
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = ${b} : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_with_grad @${k}(%x) {te_grad_name = "g"} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_with_grad R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 1 6 8
// c: 5 10 15
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_tir_with_grad @${k}(%x) {te_grad_name = "g"} : (tensor<${a}x${t}>) -> tensor<${c}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_tir_with_grad R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
tir.func private @${k}(%a: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.call_tir_with_grad @${k}(%x) {te_grad_name = "g"} : (tensor<${a}x${t}>) -> () // here
  relax.return
}

// -----

// rule: relax.call_dps_packed R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_dps_packed @${missing}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_packed R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.call_packed @${missing}(%x) : (tensor<${a}x${t}>) -> () // here
  relax.return
}

// -----

// rule: relax.call_packed R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 2 3 4 5 6 7 8 9 11 12 16 32
relax.extern_func @${f}
relax.func impure @${main}(%x: tensor<${a}x${t}>) {
  relax.call_packed @${f}(%x) {num_outs = ${b} : i64} : (tensor<${a}x${t}>) -> () // here
  relax.return
}

// -----

// rule: relax.call_pure_packed R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_pure_packed @${ext}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_inplace_packed R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_inplace_packed @${ext}(%x) {inplace_indices = array<i64: 0>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_inplace_packed R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 7 -4 -3 -2 -1 1 2 3 4 5 6 8
relax.extern_func @${ext}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.call_inplace_packed @${ext}(%x) {inplace_indices = array<i64: ${b}>} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.call_inplace_packed R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.extern_func @${ext}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0:2 = relax.call_inplace_packed @${ext}(%x) {inplace_indices = array<i64: 0, 0>} : (tensor<${a}x${t}>) -> (tensor<${a}x${t}>, tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.call_py_func R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  relax.call_py_func ""(%x) : (tensor<${a}x${t}>) -> () // here
  relax.return
}

// -----

// rule: relax.call_tir R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<${a}x${t}>
  memref.store %v, %x[%c0] : memref<${a}x${t}>
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax.call_tir R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  %v = memref.cast %x : memref<${a}x${t}> to memref<?x${t}>
  %w = memref.cast %v : memref<?x${t}> to memref<${a}x${t}>
  memref.copy %y, %w : memref<${a}x${t}> to memref<${a}x${t}>
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax.call_tir_with_grad R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<${a}x${t}>
  memref.store %v, %x[%c0] : memref<${a}x${t}>
  tir.return
}
relax.func @${f}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  %0 = relax.call_tir_with_grad @${k}(%x) {te_grad_name = "g"} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax.call_tir_inplace R7
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<${a}x${t}>
  memref.store %v, %x[%c0] : memref<${a}x${t}>
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>, %y: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  %0 = relax.call_tir_inplace @${k}(%x, %y) {inplace_indices = array<i64: 1>} : (tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax.call_prim_func R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<${a}x${t}>
  memref.store %v, %x[%c0] : memref<${a}x${t}>
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>, %y: tensor<${a}x${t}>) {
  relax.call_prim_func @${k} ins(%x : tensor<${a}x${t}>) outs(%y : tensor<${a}x${t}>) // here
  relax.return
}
