// Violations of the rules of GradientOps.

// rule: relax.grad.${op} R1
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%g: tensor<${a}x${b}xf16>, %x: tensor<${a}x${b}x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: ${a}, ${a}>} : (tensor<${a}x${b}xf16>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.${op} R2
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm metal
relax.func @${main}(%g: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: ${a}, ${a}>} : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.nll_loss_backward R1
// t: f32 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%g: tensor<${a}x${b}xf16>, %x: tensor<${a}x${b}x${t}>, %t: tensor<${a}x${u}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<${a}x${b}xf16>, tensor<${a}x${b}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.nll_loss_backward R2
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm
relax.func @${main}(%g: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, %t: tensor<${a}x${u}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.take_backward R1
// t: f32 bf16 f64
// u: i64 i8 i16 ui8
// a: 2 1 5 6 32
// b: 3 0 1 8 11 12 100
relax.func @${main}(%g: tensor<${a}x${b}xf16>, %x: tensor<${a}x${b}x${t}>, %t: tensor<${a}x${u}>) {
  %0 = relax.grad.take_backward %g, %x, %t : (tensor<${a}x${b}xf16>, tensor<${a}x${b}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.take_backward R2
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// dev: cuda rocm metal
relax.func @${main}(%g: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, %t: tensor<${a}x${u}>) {
  %0 = relax.grad.take_backward %g, %x, %t : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}
