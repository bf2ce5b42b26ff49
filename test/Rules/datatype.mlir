// Violations of the rules of DatatypeOps.

// rule: relax.astype R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.astype %x {dtype = !relax.unknown} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.wrap_param R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.wrap_param %x {dtype = tuple<>} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
