// Violations of the rules of InspectOps.

// rule: relax.inspect.${op} R1
// op: tensor_shape_i tensor_stride_i
// t: i64 i8 i16 i32
// u: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 1 -2 -1
relax.func @${f}(%x: tensor<${a}x${u}>) {
  %0 = arith.constant ${b} : ${t}
  %1 = relax.inspect.${op} %x, %0 : tensor<${a}x${u}>, ${t} -> ${t} // here
  relax.return
}
