// Violations of the rules of AttentionOps.

// rule: relax.nn.attention R1
// t: f32 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
// u: f16 bf16 f32 f64 i1 i8 i16 i32 i64 ui8
relax.func @${main}(%q: tensor<${a}x${e}x${b}x${c}xf16>, %k: tensor<${a}x${d}x${b}x${c}x${t}>, %v: tensor<${a}x${d}x${b}x${c}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<${a}x${e}x${b}x${c}xf16>, tensor<${a}x${d}x${b}x${c}x${t}>, tensor<${a}x${d}x${b}x${c}x${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R2
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 20 0 1 2 3 4 5 6 7 8 9 11
// d: 32 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func @${main}(%q: tensor<${a}x${e}x${b}x${t}>, %k: tensor<${a}x${c}x${b}x${d}x${t}>, %v: tensor<${a}x${c}x${b}x${d}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<${a}x${e}x${b}x${t}>, tensor<${a}x${c}x${b}x${d}x${t}>, tensor<${a}x${c}x${b}x${d}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R3
// t: f16 bf16 f32 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 32 0 1 2 3 4 5 6 7 8 9 11
// c: 3 12 16 64 100
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 8 9 11 15 17
relax.func @${main}(%q: tensor<2x${e}x${a}x${b}x${t}>, %k: tensor<${c}x${d}x${a}x${b}x${t}>, %v: tensor<${c}x${d}x${a}x${b}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<2x${e}x${a}x${b}x${t}>, tensor<${c}x${d}x${a}x${b}x${t}>, tensor<${c}x${d}x${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R3
// t: f16 bf16 f32 f64
// a: 8 0 1 2 3 4 5 6 7 9 11 12
// b: 32 0 1 2 3 4 5 6 7 8 9 11
// c: 2 0 1 4 6 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func @${main}(%q: tensor<${c}x${e}x${a}x${b}x${t}>, %k: tensor<${c}x${d}x${a}x${b}x${t}>, %v: tensor<3x${d}x${a}x${b}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<${c}x${e}x${a}x${b}x${t}>, tensor<${c}x${d}x${a}x${b}x${t}>, tensor<3x${d}x${a}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R3
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 16 0 1 2 3 4 5 6 7 8 9 11
// e: 20 7 11 19 40 60 100
// g: 21 22 42 63
relax.func @${main}(%q: tensor<${a}x${d}x${b}x${c}x${t}>, %k: tensor<${a}x${e}x${b}x${c}x${t}>, %v: tensor<${a}x${g}x${b}x${c}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<${a}x${d}x${b}x${c}x${t}>, tensor<${a}x${e}x${b}x${c}x${t}>, tensor<${a}x${g}x${b}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R4
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 32 0 1 2 3 4 5 6 7 8 9 11
// c: 8 5 6 24 64 100
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func @${main}(%q: tensor<${a}x${e}x${c}x${b}x${t}>, %k: tensor<${a}x${d}x${c}x${b}x${t}>, %v: tensor<${a}x${d}x4x${b}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<${a}x${e}x${c}x${b}x${t}>, tensor<${a}x${d}x${c}x${b}x${t}>, tensor<${a}x${d}x4x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R4
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 32 0 1 2 3 4 5 6 7 8 9 11
// c: 20 0 1 2 3 4 5 6 7 8 9 11
// d: 3 6 9 11 12 64 100
// e: 16 0 1 2 3 4 5 6 7 8 9 11
// g: 8 1 2 4
relax.func @${main}(%q: tensor<${a}x${e}x${g}x${b}x${t}>, %k: tensor<${a}x${c}x${d}x${b}x${t}>, %v: tensor<${a}x${c}x${d}x${b}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<${a}x${e}x${g}x${b}x${t}>, tensor<${a}x${c}x${d}x${b}x${t}>, tensor<${a}x${c}x${d}x${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R5
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 0 1 2 3 4 5 6 7 8 9 11 12
// g: 16 0 1 2 3 4 5 6 7 8 9 11
// dev: llvm rocm vulkan metal
relax.func @${main}(%q: tensor<${a}x${g}x${b}x${c}x${t}, #relax.dims<[${a}, ${g}, ${b}, ${c}], vdevice = #relax.vdevice<"cuda", ${e}>>>, %k: tensor<${a}x${d}x${b}x${c}x${t}, #relax.dims<[${a}, ${d}, ${b}, ${c}], vdevice = #relax.vdevice<"${dev}", ${e}>>>, %v: tensor<${a}x${d}x${b}x${c}x${t}, #relax.dims<[${a}, ${d}, ${b}, ${c}], vdevice = #relax.vdevice<"${dev}", ${e}>>>) {
  %0 = relax.nn.attention %q, %k, %v : (tensor<${a}x${g}x${b}x${c}x${t}, #relax.dims<[${a}, ${g}, ${b}, ${c}], vdevice = #relax.vdevice<"cuda", ${e}>>>, tensor<${a}x${d}x${b}x${c}x${t}, #relax.dims<[${a}, ${d}, ${b}, ${c}], vdevice = #relax.vdevice<"${dev}", ${e}>>>, tensor<${a}x${d}x${b}x${c}x${t}, #relax.dims<[${a}, ${d}, ${b}, ${c}], vdevice = #relax.vdevice<"${dev}", ${e}>>>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention R6
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
// g: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${main}(%q: tensor<${a}x${e}x${b}x${c}x${t}>, %k: tensor<${a}x${d}x${b}x${c}x${t}>, %v: tensor<${a}x${d}x${b}x${c}x${t}>) {
  %0 = relax.nn.attention %q, %k, %v {window_size = ${g} : i64} : (tensor<${a}x${e}x${b}x${c}x${t}>, tensor<${a}x${d}x${b}x${c}x${t}>, tensor<${a}x${d}x${b}x${c}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R6
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
// g: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${main}(%q: tensor<${a}x${e}x${b}x${c}x${t}>, %k: tensor<${a}x${d}x${b}x${c}x${t}>, %v: tensor<${a}x${d}x${b}x${c}x${t}>, %e0: tensor<${e}x${d}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %e0 {window_size = ${g} : i64} : (tensor<${a}x${e}x${b}x${c}x${t}>, tensor<${a}x${d}x${b}x${c}x${t}>, tensor<${a}x${d}x${b}x${c}x${t}>, tensor<${e}x${d}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R7
// t: f16 bf16 f32 f64
// a: 1 0 2 3 4 5 6 7 8 9 11 12
// b: 2 0 1 3 4 5 6 7 8 9 11 12
// c: 8 0 1 2 3 4 5 6 7 9 11 12
// d: 32 0 1 2 3 4 5 6 7 8 9 11
// e: 20 0 1 2 3 4 5 6 7 8 9 11
// g: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func @${main}(%q: tensor<${b}x${g}x${c}x${d}x${t}>, %k: tensor<${b}x${e}x${c}x${d}x${t}>, %v: tensor<${b}x${e}x${c}x${d}x${t}>, %e0: tensor<${a}x${a}x${a}x${a}x${a}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %e0 : (tensor<${b}x${g}x${c}x${d}x${t}>, tensor<${b}x${e}x${c}x${d}x${t}>, tensor<${b}x${e}x${c}x${d}x${t}>, tensor<${a}x${a}x${a}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_bias R7
// t: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 3 4 11 12 19 21 40 60 100
// e: 16 15 17 48
relax.func @${main}(%q: tensor<${a}x${e}x${b}x${c}x${t}>, %k: tensor<${a}x${d}x${b}x${c}x${t}>, %v: tensor<${a}x${d}x${b}x${c}x${t}>, %e0: tensor<${d}x${e}x${t}>) {
  %0 = relax.nn.attention_bias %q, %k, %v, %e0 : (tensor<${a}x${e}x${b}x${c}x${t}>, tensor<${a}x${d}x${b}x${c}x${t}>, tensor<${a}x${d}x${b}x${c}x${t}>, tensor<${d}x${e}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R6
// t: i32 i8 i16 i64 ui8
// u: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 3 0 1 2 4 5 6 7 8 9 11 12
// g: 16 0 1 2 3 4 5 6 7 8 9 11
// h: 4 1 2 3 5 6 7 8 9 11 12 16
relax.func @${main}(%q: tensor<${a}x${g}x${b}x${c}x${u}>, %k: tensor<${a}x${d}x${b}x${c}x${u}>, %v: tensor<${a}x${d}x${b}x${c}x${u}>, %e0: tensor<${e}x${t}>, %e1: tensor<${e}x${t}>, %e2: tensor<${t}>, %e3: tensor<${t}>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 {window_size = ${h} : i64} : (tensor<${a}x${g}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${e}x${t}>, tensor<${e}x${t}>, tensor<${t}>, tensor<${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R7
// t: i32 i8 i16 i64 ui8
// u: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
// g: 3 0 1 2 4 5 6 7 8 9 11 12
relax.func @${main}(%q: tensor<${a}x${e}x${b}x${c}x${u}>, %k: tensor<${a}x${d}x${b}x${c}x${u}>, %v: tensor<${a}x${d}x${b}x${c}x${u}>, %e0: tensor<${t}>, %e1: tensor<${g}x${t}>, %e2: tensor<${t}>, %e3: tensor<${t}>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 : (tensor<${a}x${e}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${t}>, tensor<${g}x${t}>, tensor<${t}>, tensor<${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R7
// t: i32 i8 i16 i64 ui8
// u: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 16 0 1 2 3 4 5 6 7 8 9 11
// g: 3 7
relax.func @${main}(%q: tensor<${a}x${e}x${b}x${c}x${u}>, %k: tensor<${a}x${d}x${b}x${c}x${u}>, %v: tensor<${a}x${d}x${b}x${c}x${u}>, %e0: tensor<${g}x${t}>, %e1: tensor<4x${t}>, %e2: tensor<${t}>, %e3: tensor<${t}>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 : (tensor<${a}x${e}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${g}x${t}>, tensor<4x${t}>, tensor<${t}>, tensor<${t}>) -> tensor<*x${u}> // here
  relax.return
}

// -----

// rule: relax.nn.attention_var_len R7
// t: i32 i8 i16 i64 ui8
// u: f16 bf16 f32 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
// b: 8 0 1 2 3 4 5 6 7 9 11 12
// c: 32 0 1 2 3 4 5 6 7 8 9 11
// d: 20 0 1 2 3 4 5 6 7 8 9 11
// e: 3 0 1 2 4 5 6 7 8 9 11 12
// g: 16 0 1 2 3 4 5 6 7 8 9 11
// h: 1 0 2 3 4 5 6 7 8 9 11 12
relax.func @${main}(%q: tensor<${a}x${g}x${b}x${c}x${u}>, %k: tensor<${a}x${d}x${b}x${c}x${u}>, %v: tensor<${a}x${d}x${b}x${c}x${u}>, %e0: tensor<${e}x${t}>, %e1: tensor<${e}x${t}>, %e2: tensor<${h}x${t}>, %e3: tensor<${t}>) {
  %0 = relax.nn.attention_var_len %q, %k, %v, %e0, %e1, %e2, %e3 : (tensor<${a}x${g}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${a}x${d}x${b}x${c}x${u}>, tensor<${e}x${t}>, tensor<${e}x${t}>, tensor<${h}x${t}>, tensor<${t}>) -> tensor<*x${u}> // here
  relax.return
}
