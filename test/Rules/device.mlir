// Violations of the rules of DeviceOps.

// rule: relax.to_vdevice R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 6 8 12 16 32
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// c: 5 10 15
// dev: cuda llvm rocm metal
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.to_vdevice %x to <"${dev}", ${b}> : tensor<${a}x${t}> -> tensor<${c}x${t}, #relax.dims<[${c}], vdevice = #relax.vdevice<"${dev}", ${b}>>> // here
  relax.return
}
