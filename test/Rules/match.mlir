// Violations of the rules of MatchOps.

// rule: relax.match_cast R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 2 6 7 16 64 100
// b: 5 10 15
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.match_cast %x : tensor<${a}x${t}> to tensor<${b}x${t}> // here
  relax.return
}

// -----

// rule: relax.match_cast R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${f}(%x: !relax.callable<() -> tensor<${a}x${t}>, impure>) {
  %0 = relax.match_cast %x : !relax.callable<() -> tensor<${a}x${t}>, impure> to !relax.callable<() -> tensor<${a}x${t}>, pure> // here
  relax.return
}
