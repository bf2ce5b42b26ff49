// Violations of the rules of ShapeOps.

// rule: relax.tensor_to_shape R1
// t: i64 f16 bf16 f32 f64 i1 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${a}x${t}>) {
  %0 = relax.tensor_to_shape %x : tensor<${a}x${a}x${t}> -> !relax.shape<?> // here
  relax.return
}

// -----

// rule: relax.tensor_to_shape R1
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.tensor_to_shape %x : tensor<${a}x${t}> -> !relax.shape<?> // here
  relax.return
}

// -----

// rule: relax.scalar_to_tensor R1
// t: f32 f16 i8 i1 i64
// u: tensor<1xf64> tensor<bf16> tensor<2xf32> tensor<ui16> tensor<0xi8>
relax.func @${f}(%x: ${t}) {
  %0 = relax.scalar_to_tensor %x : ${t} -> ${u} // here
  relax.return
}
