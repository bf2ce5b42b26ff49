// Violations of the rules of GradientOps.

// rule: relax.grad.${op} R1
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%g: tensor<${a}x${b}x2x2xf16>, %x: tensor<${a}x${b}x4x4x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<${a}x${b}x2x2xf16>, tensor<${a}x${b}x4x4x${t}>) -> tensor<*x${t}> // here
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
relax.func @${main}(%g: tensor<${a}x${b}x3x3x${t}, #relax.dims<[${a}, ${b}, 3, 3], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %x: tensor<${a}x${b}x4x4x${t}, #relax.dims<[${a}, ${b}, 4, 4], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: 2, 2>} : (tensor<${a}x${b}x3x3x${t}, #relax.dims<[${a}, ${b}, 3, 3], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x4x4x${t}, #relax.dims<[${a}, ${b}, 4, 4], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.${op} R3
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// numbers: array<i64:2> array<i64:2,2,2> array<i64:2,0> array<i64:-1,2> array<i64>
relax.func @${main}(%g: tensor<*x${t}>, %x: tensor<${a}x1x4x4x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = ${numbers}} : (tensor<*x${t}>, tensor<${a}x1x4x4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.${op} R3
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// name: strides dilation padding
// numbers: array<i64:2> array<i64:2,2,2> array<i64:-2,0> array<i64:-1,2> array<i64:-1,1,1,1>
relax.func @${main}(%g: tensor<*x${t}>, %x: tensor<${a}x1x4x4x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: 2, 2>, ${name} = ${numbers}} : (tensor<*x${t}>, tensor<${a}x1x4x4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.${op} R4
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// name: layout out_layout
// letters: NCW NCDHW NCHWQ HWN 4c NCHH
relax.func @${main}(%g: tensor<*x${t}>, %x: tensor<*x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: 2, ${a}1>, ${name} = "${letters}"} : (tensor<*x${t}>, tensor<*x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.${op} R5
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// rest: 5x5 3x4x6x7 1
relax.func @${main}(%g: tensor<*x${t}>, %x: tensor<${a}x${rest}x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: 2, 2>} : (tensor<*x${t}>, tensor<${a}x${rest}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.${op} R6
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 4 3 2 1
// c: 5 6 7 100
relax.func @${main}(%g: tensor<*x${t}>, %x: tensor<1x${a}x${b}x${b}x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: ${c}, 1>} : (tensor<*x${t}>, tensor<1x${a}x${b}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.${op} R7
// op: max_pool2d_backward avg_pool2d_backward
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// found: 1x2x4x4 1x2x2x3 2x2x2x2 1x1x2x2 1x2x2 2 1x2x2x2x1
relax.func @${main}(%g: tensor<${found}x${t}>, %x: tensor<1x2x4x4x${t}>) {
  %0 = relax.grad.${op} %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<${found}x${t}>, tensor<1x2x4x4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.nll_loss_backward R1
// t: f32 bf16 f64
// u: i64 i8 i16 i32 ui8
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%g: tensor<f16>, %x: tensor<${a}x${b}x${t}>, %t: tensor<${a}x${u}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<f16>, tensor<${a}x${b}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
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
relax.func @${main}(%g: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %x: tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, %t: tensor<${a}x${u}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t {reduction = "none"} : (tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.nll_loss_backward R3
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// reduction: mean sum none
relax.func @${main}(%g: tensor<*x${t}>, %x: tensor<${t}>, %t: tensor<*x${u}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t {reduction = "${reduction}"} : (tensor<*x${t}>, tensor<${t}>, tensor<*x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.nll_loss_backward R4
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// found: 3 2x4 4x3 1x2x3
// reduction: mean sum
relax.func @${main}(%g: tensor<${t}>, %x: tensor<2x4x${t}>, %t: tensor<${found}x${u}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t {reduction = "${reduction}"} : (tensor<${t}>, tensor<2x4x${t}>, tensor<${found}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.nll_loss_backward R5
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// found: 3 2x4 4x3 1x2x3 2
// reduction: mean sum
relax.func @${main}(%g: tensor<${t}>, %x: tensor<2x4x${t}>, %t: tensor<2x${u}>, %w: tensor<${found}x${t}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t, %w {reduction = "${reduction}"} : (tensor<${t}>, tensor<2x4x${t}>, tensor<2x${u}>, tensor<${found}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.nll_loss_backward R6
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// found: 3 2x4 4x3 1x2x3
// reduction: mean sum none
relax.func @${main}(%g: tensor<${found}x${t}>, %x: tensor<2x4x${t}>, %t: tensor<2x${u}>) {
  %0 = relax.grad.nll_loss_backward %g, %x, %t {reduction = "${reduction}"} : (tensor<${found}x${t}>, tensor<2x4x${t}>, tensor<2x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.take_backward R1
// t: f32 bf16 f64
// u: i64 i8 i16 ui8
// a: 2 1 5 6 32
// b: 3 0 1 8 11 12 100
relax.func @${main}(%g: tensor<${a}x${b}xf16>, %x: tensor<${a}x${b}x${t}>, %t: tensor<${a}x${u}>) {
  %0 = relax.grad.take_backward %g, %x, %t {axis = 0 : i64} : (tensor<${a}x${b}xf16>, tensor<${a}x${b}x${t}>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
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
  %0 = relax.grad.take_backward %g, %x, %t {axis = -2 : i64} : (tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${b}x${t}, #relax.dims<[${a}, ${b}], vdevice = #relax.vdevice<"llvm", ${c}>>>, tensor<${a}x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.take_backward R3
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// axis: 2 3 64 -3 -4 9223372036854775807 -9223372036854775808
relax.func @${main}(%g: tensor<*x${t}>, %x: tensor<3x4x${t}>, %t: tensor<2x${u}>) {
  %0 = relax.grad.take_backward %g, %x, %t {axis = ${axis} : i64} : (tensor<*x${t}>, tensor<3x4x${t}>, tensor<2x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.take_backward R3
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// mode: clip wrap fast nan
relax.func @${main}(%g: tensor<2x4x${t}>, %x: tensor<3x4x${t}>, %t: tensor<2x${u}>) {
  %0 = relax.grad.take_backward %g, %x, %t {mode = "${mode}"} : (tensor<2x4x${t}>, tensor<3x4x${t}>, tensor<2x${u}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.grad.take_backward R4
// t: f32 f16 bf16 f64
// u: i64 i8 i16 i32 ui8
// axis: 0 -2
// found: 3x4 2x3 2 2x2x4
relax.func @${main}(%g: tensor<${found}x${t}>, %x: tensor<3x4x${t}>, %t: tensor<2x${u}>) {
  %0 = relax.grad.take_backward %g, %x, %t {axis = ${axis} : i64} : (tensor<${found}x${t}>, tensor<3x4x${t}>, tensor<2x${u}>) -> tensor<*x${t}> // here
  relax.return
}
