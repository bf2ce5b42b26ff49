// Violations of the rules of RelaxTypes.

// rule: !relax.shape R1
// a: -4 -12 -8 -5 -3 -2 -1
func.func private @${f}(!relax.shape<[${a}]>) // here

// -----

// rule: !relax.shape R2
// a: -1 -4 -3 -2
func.func private @${f}(!relax.shape<rank ${a}>) // here

// -----

// rule: !relax.shape R2
// a: 9223372036854775807 -4 -3 -2 -1 9223372036854775806
func.func private @${f}(!relax.shape<rank ${a}>) // here

// -----

// rule: !relax.dtensor R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 1 2 3 4 5 6 7 8 9 11 12 16
func.func private @${f}(!relax.dtensor<tensor<${a}x${t}>, @${mesh}, [R, S[${b}]]>) // here
