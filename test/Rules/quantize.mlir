// Violations of the rules of QuantizeOps.

// rule: relax.${op} R1
// op: quantize dequantize
// t: f32 f16 bf16 f64
// u: i8 f16 bf16 f32 f64 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %s: tensor<${a}x${t}>, %z: tensor<${a}x${u}>) {
  %0 = relax.${op} %x, %s, %z {out_dtype = ${u}, axis = ${b} : i64} : (tensor<${b}x${a}x${t}>, tensor<${a}x${t}>, tensor<${a}x${u}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.${op} R2
// op: quantize dequantize
// t: f32 f16 bf16 f64
// u: i8 f16 bf16 f32 f64 i16 i32 i64 ui8
// a: 3 2 7 8 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %s: tensor<4x${t}>, %z: tensor<${a}x${u}>) {
  %0 = relax.${op} %x, %s, %z {out_dtype = ${u}} : (tensor<${b}x${a}x${t}>, tensor<4x${t}>, tensor<${a}x${u}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.${op} R2
// op: quantize dequantize
// t: f32 f16 bf16 f64
// u: i8 f16 bf16 f32 f64 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %s: tensor<${b}x${a}x${t}>, %z: tensor<${a}x${u}>) {
  %0 = relax.${op} %x, %s, %z {out_dtype = ${u}} : (tensor<${b}x${a}x${t}>, tensor<${b}x${a}x${t}>, tensor<${a}x${u}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.${op} R3
// op: quantize dequantize
// t: f32 f16 bf16 f64
// u: i8 f16 bf16 f32 f64 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda vulkan metal
relax.func @${main}(%x: tensor<${b}x${a}x${t}, #relax.dims<[${b}, ${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %s: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>, %z: tensor<${a}x${u}>) {
  %0 = relax.${op} %x, %s, %z {out_dtype = ${u}} : (tensor<${b}x${a}x${t}, #relax.dims<[${b}, ${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<${a}x${u}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.${op} R4
// op: quantize dequantize
// t: f32 f16 bf16 f64
// u: i8 f16 bf16 f32 f64 i16 i32 i64 ui8
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %s: tensor<${a}x${t}>, %z: tensor<${a}x${u}>) {
  %0 = relax.${op} %x, %s, %z {out_dtype = none} : (tensor<${b}x${a}x${t}>, tensor<${a}x${t}>, tensor<${a}x${u}>) -> tensor<*x${u}> // here
  relax.return
}
