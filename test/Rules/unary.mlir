// Violations of the rules of UnaryOps.

// rule: relax.clip R1
// t: f32 f16 bf16 f64 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.clip %x {min = 0x7FF8000000000000 : f64, max = 6.0} : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.clip R1
// t: i32 i8 i16 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 6 -4 -3 -2 -1 0 1 2 3 4 5 7
relax.func @${main}(%x: tensor<${a}x${t}>) {
  %0 = relax.clip %x {min = 0.0, max = ${b}} : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return
}
