// Violations of the rules of ConvolutionOps, more ranks.

// rule: relax.nn.${op} R5
// op: conv1d
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// g: 2 4 6
// a: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${t}>, %w: tensor<${o}x${g}x2x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${n}x${c}x${a}x${t}>, tensor<${o}x${g}x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R6
// op: conv1d
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// k: 9 10 16
// a: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${t}>, %w: tensor<${o}x${c}x${k}x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${n}x${c}x${a}x${t}>, tensor<${o}x${c}x${k}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R5
// op: conv1d_transpose
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// g: 2 4 6
// a: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${t}>, %w: tensor<${g}x${o}x2x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${n}x${c}x${a}x${t}>, tensor<${g}x${o}x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R6
// op: conv1d_transpose
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// p: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x1x${t}>, %w: tensor<${c}x${o}x2x${t}>) {
  %0 = relax.nn.${op} %x, %w {padding = array<i64: ${p}, ${p}>} : (tensor<${n}x${c}x1x${t}>, tensor<${c}x${o}x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R8
// op: conv1d_transpose
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// a: 4 5 8
// q: -1 1 2 3
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${t}>, %w: tensor<${c}x${o}x2x${t}>) {
  %0 = relax.nn.${op} %x, %w {output_padding = array<i64: ${q}>} : (tensor<${n}x${c}x${a}x${t}>, tensor<${c}x${o}x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R5
// op: conv3d
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// g: 2 4 6
// a: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${a}x${a}x${t}>, %w: tensor<${o}x${g}x2x2x2x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${n}x${c}x${a}x${a}x${a}x${t}>, tensor<${o}x${g}x2x2x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R6
// op: conv3d
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// k: 9 10 16
// a: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${a}x${a}x${t}>, %w: tensor<${o}x${c}x${k}x1x1x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${n}x${c}x${a}x${a}x${a}x${t}>, tensor<${o}x${c}x${k}x1x1x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R5
// op: conv3d_transpose
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// g: 2 4 6
// a: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${a}x${a}x${t}>, %w: tensor<${g}x${o}x2x2x2x${t}>) {
  %0 = relax.nn.${op} %x, %w : (tensor<${n}x${c}x${a}x${a}x${a}x${t}>, tensor<${g}x${o}x2x2x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R6
// op: conv3d_transpose
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// p: 4 5 8
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x1x1x1x${t}>, %w: tensor<${c}x${o}x2x2x2x${t}>) {
  %0 = relax.nn.${op} %x, %w {padding = array<i64: ${p}, ${p}, ${p}, ${p}, ${p}, ${p}>} : (tensor<${n}x${c}x1x1x1x${t}>, tensor<${c}x${o}x2x2x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R8
// op: conv3d_transpose
// n: 1 2
// c: 3 5 7
// o: 1 2 4
// a: 4 5 8
// q: -1 1 2 3
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x${c}x${a}x${a}x${a}x${t}>, %w: tensor<${c}x${o}x2x2x2x${t}>) {
  %0 = relax.nn.${op} %x, %w {output_padding = array<i64: ${q}, 0, 0>} : (tensor<${n}x${c}x${a}x${a}x${a}x${t}>, tensor<${c}x${o}x2x2x2x${t}>) -> tensor<*x${t}> // here
  relax.return
}
