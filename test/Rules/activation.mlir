// Violations of the rules of ActivationOps.

// rule: relax.nn.prelu R1
// t: f32 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %p0: tensor<${a}xf16>) {
  %0 = relax.nn.prelu %x, %p0 {axis = ${c} : i64} : (tensor<${b}x${a}x${t}>, tensor<${a}xf16>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.prelu R2
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 3 4 5 6 7 8 9 11 12 16 32
relax.func @${main}(%x: tensor<${b}x${a}x${t}>, %p0: tensor<${a}x${t}>) {
  %0 = relax.nn.prelu %x, %p0 {axis = ${b} : i64} : (tensor<${b}x${a}x${t}>, tensor<${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.prelu R3
// t: f32 f16 bf16 f64
// a: 2 0 1 3 5 6 7 9 11 12 16 32
// b: 3 1 2 5 7 100
// c: 1 -1
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %p0: tensor<4x${t}>) {
  %0 = relax.nn.prelu %x, %p0 {axis = ${c} : i64} : (tensor<${a}x${b}x${t}>, tensor<4x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.prelu R3
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 3 0 1 2 4 5 6 7 8 9 11 12
// c: 1 -2 -1 0
relax.func @${main}(%x: tensor<${a}x${b}x${t}>, %p0: tensor<${a}x${b}x${t}>) {
  %0 = relax.nn.prelu %x, %p0 {axis = ${c} : i64} : (tensor<${a}x${b}x${t}>, tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.prelu R4
// t: f32 f16 bf16 f64
// a: 3 0 1 2 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 0 1 2 3 4 5 6 7 8 9 11 12
// d: 1 -4 -3 -2 -1 0 2 3 4 5 6 7
// dev: cuda rocm vulkan metal
relax.func @${main}(%x: tensor<${b}x${a}x${t}, #relax.dims<[${b}, ${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, %p0: tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) {
  %0 = relax.nn.prelu %x, %p0 {axis = ${d} : i64} : (tensor<${b}x${a}x${t}, #relax.dims<[${b}, ${a}], vdevice = #relax.vdevice<"${dev}", ${c}>>>, tensor<${a}x${t}, #relax.dims<[${a}], vdevice = #relax.vdevice<"llvm", ${c}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R1
// op: softmax log_softmax
// t: f32 f16 bf16 f64
// a: 2 3 4 5 6 7 8 9 11 12 16 32
// b: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%x: tensor<${a}x${b}x${t}>) {
  %0 = relax.nn.${op} %x {axis = ${a} : i64} : (tensor<${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
