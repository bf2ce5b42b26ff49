// Violations of the rules of TIR: IntrinsicOps.

// rule: tir.assert R1
// t: i1 f16 bf16 f32 f64 i8 i16 i32 i64 ui8
// a: 0 1
tir.func private @${silent}(%m: memref<${t}>) attributes {num_inputs = ${a}} {
  %c = arith.constant true
  tir.assert %c, "" // here
  tir.return
}

// -----

// rule: tir.call_extern R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 1 0
tir.func private @${other}(memref<${t}>) attributes {num_inputs = ${a}}

tir.func private @${types}(%n: index) attributes {num_inputs = 0} {
  tir.call_extern @${other}(%n) : (index) -> () // here
  tir.return
}
