// Violations of the rules of AttentionOps, more ops.

// rule: relax.nn.attention_bias R1
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}xf64>, %v: tensor<${b}x${n}x${h}x${d}x${t}>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}xf64>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R1
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}x${t}>, %v: tensor<${b}x${n}x${h}x${d}xf64>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}xf64>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R2
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}x${t}>, %v: tensor<${b}x${n}x${h}x${d}x${t}>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R2
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}x${t}>, %v: tensor<${b}x${n}x${h}x${d}x1x${t}>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x1x${t}>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R3
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<7x${n}x${h}x${d}x${t}>, %v: tensor<7x${n}x${h}x${d}x${t}>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<7x${n}x${h}x${d}x${t}>, tensor<7x${n}x${h}x${d}x${t}>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R3
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x9x${t}>, %v: tensor<${b}x${n}x${h}x${d}x${t}>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x9x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R4
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x3x${d}x${t}>, %v: tensor<${b}x${n}x3x${d}x${t}>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x3x${d}x${t}>, tensor<${b}x${n}x3x${d}x${t}>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R5
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// g: cuda rocm metal
// i: 0 1 2
// x: 1
// y: 1
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}, #relax.dims<[${b}, ${m}, ${h}, ${d}], vdevice = #relax.vdevice<"${g}", ${i}>>>, %k: tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, %v: tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, %bias: tensor<${x}x${y}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<${b}x${m}x${h}x${d}x${t}, #relax.dims<[${b}, ${m}, ${h}, ${d}], vdevice = #relax.vdevice<"${g}", ${i}>>>, tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, tensor<${x}x${y}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R1
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// s: 2 3 4
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}xf64>, %v: tensor<${b}x${n}x${h}x${d}x${t}>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}xf64>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R1
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// s: 2 3 4
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}x${t}>, %v: tensor<${b}x${n}x${h}x${d}xf64>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}xf64>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R2
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// s: 2 3 4
relax.func @${f}(%q: tensor<${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}x${t}>, %v: tensor<${b}x${n}x${h}x${d}x${t}>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R2
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// s: 2 3 4
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x${d}x${t}>, %v: tensor<${b}x${n}x${h}x${d}x1x${t}>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x${d}x1x${t}>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R3
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// s: 2 3 4
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<7x${n}x${h}x${d}x${t}>, %v: tensor<7x${n}x${h}x${d}x${t}>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<7x${n}x${h}x${d}x${t}>, tensor<7x${n}x${h}x${d}x${t}>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R3
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// s: 2 3 4
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x${h}x9x${t}>, %v: tensor<${b}x${n}x${h}x${d}x${t}>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x${h}x9x${t}>, tensor<${b}x${n}x${h}x${d}x${t}>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R4
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// s: 2 3 4
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}>, %k: tensor<${b}x${n}x3x${d}x${t}>, %v: tensor<${b}x${n}x3x${d}x${t}>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${b}x${m}x${h}x${d}x${t}>, tensor<${b}x${n}x3x${d}x${t}>, tensor<${b}x${n}x3x${d}x${t}>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R5
// b: 1 2 3
// m: 4 8 16
// n: 3 5 20
// h: 2 4 8
// d: 8 16 32
// t: f16 f32
// g: cuda rocm metal
// i: 0 1 2
// s: 2 3 4
relax.func @${f}(%q: tensor<${b}x${m}x${h}x${d}x${t}, #relax.dims<[${b}, ${m}, ${h}, ${d}], vdevice = #relax.vdevice<"${g}", ${i}>>>, %k: tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, %v: tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, %s0: tensor<${s}xi32>, %s1: tensor<${s}xi32>, %m0: tensor<i32>, %m1: tensor<i32>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %s0, %s1, %m0, %m1 : (tensor<${b}x${m}x${h}x${d}x${t}, #relax.dims<[${b}, ${m}, ${h}, ${d}], vdevice = #relax.vdevice<"${g}", ${i}>>>, tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, tensor<${b}x${n}x${h}x${d}x${t}, #relax.dims<[${b}, ${n}, ${h}, ${d}], vdevice = #relax.vdevice<"llvm", ${i}>>>, tensor<${s}xi32>, tensor<${s}xi32>, tensor<i32>, tensor<i32>) -> tensor<*x${t}> // here
  relax.return
}
