// Violations of the rules of TupleOps.

// rule: relax.tuple R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 6 7 8 64
// b: 5 10 15
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.tuple %x : (tensor<${a}x${t}>) -> tuple<tensor<${b}x${t}>> // here
  relax.return
}

// -----

// rule: relax.tuple_get_item R1
// t: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
// a: 1 2 3 4 5 6 7 8 9 11 12 16
relax.func @${f}(%t: tuple<${t}>) {
  %0 = relax.tuple_get_item %t[${a}] : tuple<${t}> -> ${t} // here
  relax.return
}

// -----

// rule: relax.tuple R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${f}(%x: !relax.callable<() -> tensor<${a}x${t}>, impure>) {
  %0 = relax.tuple %x : (!relax.callable<() -> tensor<${a}x${t}>, impure>) -> tuple<!relax.callable<() -> tensor<${a}x${t}>, pure>> // here
  relax.return
}
