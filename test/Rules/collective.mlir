// Violations of the rules of CollectiveOps.

// rule: relax.ccl.allgather R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${t}>) {
  %0 = relax.ccl.allgather %x {num_workers = ${a} : i64} : (tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.scatter_from_worker0 R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.ccl.scatter_from_worker0 %x {num_workers = ${a} : i64, axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.scatter_from_worker0 R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 4 6 7 8 12 16 32 64 100
// b: 3 1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.ccl.scatter_from_worker0 %x {num_workers = ${a} : i64, axis = 1 : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.allreduce R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 0 -1 -2 -3
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.ccl.allreduce %x {mesh = array<i64: ${a}, ${b}>, mesh_axes = array<i64: 0>} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.allgather R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.ccl.allgather %x {num_workers = ${a} : i64, mesh = array<i64: ${a}, 2>, mesh_axes = array<i64: 0, 1>} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.gather_to_worker0 R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${t}>) {
  %0 = relax.ccl.gather_to_worker0 %x {num_workers = ${a} : i64} : (tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.gather_to_worker0 R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.ccl.gather_to_worker0 %x {num_workers = ${a} : i64, mesh = array<i64: ${a}, 2>, mesh_axes = array<i64: 0, 1>} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.reduce_scatter R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${t}>) {
  %0 = relax.ccl.reduce_scatter %x {num_workers = ${a} : i64} : (tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.reduce_scatter R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 4 6 7 8 12 16 32 64 100
// b: 3 1
relax.func @${main}(%x: tensor<${b}x${t}>) {
  %0 = relax.ccl.reduce_scatter %x {num_workers = ${a} : i64} : (tensor<${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.reduce_scatter R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 1 2 -1 -2 3
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.ccl.reduce_scatter %x {num_workers = ${a} : i64, mesh = array<i64: ${a}>, mesh_axes = array<i64: ${b}>} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.all_to_all R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 1 3 4 5 6 7 8 9 11 12 16
relax.func @${main}(%x: tensor<${t}>) {
  %0 = relax.ccl.all_to_all %x {num_workers = ${a} : i64} : (tensor<${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.all_to_all R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 4 6 7 8 12 16 32 64 100
// b: 3 1
relax.func @${main}(%x: tensor<${b}x${t}>) {
  %0 = relax.ccl.all_to_all %x {num_workers = ${a} : i64} : (tensor<${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.all_to_all R3
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 1 2 -1 -2 3
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.ccl.all_to_all %x {num_workers = ${a} : i64, mesh = array<i64: ${a}>, mesh_axes = array<i64: ${b}>} : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.send R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8 i1
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 1 2 -1 -2 3
relax.func impure @${main}(%x: tensor<${t}>) {
  relax.ccl.send %x to 0 {mesh = array<i64: ${a}>, mesh_axes = array<i64: ${b}>} : tensor<${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.send R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8 i1
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 16 -1 17 -2 100
relax.func impure @${main}(%x: tensor<${t}>) {
  relax.ccl.send %x to ${b} {mesh = array<i64: ${a}>, mesh_axes = array<i64: 0>} : tensor<${t}> // here
  relax.return
}

// -----

// rule: relax.ccl.receive R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8 i1
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 1 2 -1 -2 3
relax.func impure @${main}() -> tensor<${t}> {
  %0 = relax.ccl.receive from 0 {mesh = array<i64: ${a}>, mesh_axes = array<i64: ${b}>} : tensor<${t}> // here
  relax.return %0 : tensor<${t}>
}

// -----

// rule: relax.ccl.receive R2
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8 i1
// a: 2 1 3 4 5 6 7 8 9 11 12 16
// b: 16 -1 17 -2 100
relax.func impure @${main}() -> tensor<${t}> {
  %0 = relax.ccl.receive from ${b} {mesh = array<i64: ${a}>, mesh_axes = array<i64: 0>} : tensor<${t}> // here
  relax.return %0 : tensor<${t}>
}

// -----

// rule: relax.ccl.barrier R1
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 0 2 -1 -2 3
relax.func impure @${main}() {
  relax.ccl.barrier {mesh = array<i64: ${a}, 2>, mesh_axes = array<i64: 0, ${b}>} // here
  relax.return
}
