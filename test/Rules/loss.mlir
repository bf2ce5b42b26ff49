// Violations of the rules of LossOps.

// rule: relax.nn.cross_entropy_with_logits R1
// t: f32 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${a}x${b}xf16>) {
  %0 = relax.nn.cross_entropy_with_logits %x, %y : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.cross_entropy_with_logits R2
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 1 11 12 100
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${a}x4x${t}>) {
  %0 = relax.nn.cross_entropy_with_logits %x, %y : (tensor<${a}x${b}x${t}>, tensor<${a}x4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.cross_entropy_with_logits R3
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda vulkan metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %y: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.nn.cross_entropy_with_logits %x, %y : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.nll_loss R1
// t: f32 bf16
// u: i64 i8 i16 i32 ui8
// a: 2 0 4 8 9 100
// b: 3 0 5 8 12 32 64
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %t: tensor<${a}x${u}>, %w: tensor<${b}xf16>) {
  %0 = relax.nn.nll_loss %x, %t, %w : (tensor<${a}x${b}x${t}>, tensor<${a}x${u}>, tensor<${b}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.nll_loss R2
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 3 4 9 32 100
relax.func @${main}(%x: tensor<2x${a}x${t}>, %t: tensor<${a}x${u}>) {
  %0 = relax.nn.nll_loss %x, %t : (tensor<2x${a}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.nll_loss R3
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 5 11
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %t: tensor<${a}x${u}>, %w: tensor<4x${t}>) {
  %0 = relax.nn.nll_loss %x, %t, %w : (tensor<${a}x${b}x${t}>, tensor<${a}x${u}>, tensor<4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.nll_loss R4
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %t: tensor<${a}x${u}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.nn.nll_loss %x, %t : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${u}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.nll_loss R5
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
relax.func @${main}(%x: tensor<${t}>, %t: tensor<${u}>) {
  %0 = relax.nn.nll_loss %x, %t : (tensor<${t}>, tensor<${u}>) -> tensor<*x${t}> // here
  relax.return
}
