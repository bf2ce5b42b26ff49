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
