// Violations of the rules of EffectOps.

// rule: relax.assert_op R1
// t: i32 f16 bf16 f32 f64 i8 i16 i64 ui8
relax.func impure @${f}(%c: tensor<${t}>) {
  relax.assert_op %c, "no" : tensor<${t}> // here
  relax.return
}
