// Violations of the rules of PoolingOps, more ranks.

// rule: relax.nn.${op} R2
// op: avg_pool1d max_pool1d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
// l: NC WC NCWW NCH
relax.func @${f}(%x: tensor<1x${c}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: 2>, layout = "${l}"} : (tensor<1x${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: adaptive_avg_pool1d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
// l: NC WC NCWW NCH
relax.func @${f}(%x: tensor<1x${c}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {layout = "${l}"} : (tensor<1x${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: avg_pool1d max_pool1d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
relax.func @${f}(%x: tensor<${c}x1x${c}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: 2>} : (tensor<${c}x1x${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R4
// op: avg_pool1d max_pool1d
// a: 4 5 8 16
// c: 1 2 3 4
// k: 17 18 33
// t: f32 f16 f64 bf16
relax.func @${f}(%x: tensor<1x${c}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: ${k}>} : (tensor<1x${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: adaptive_avg_pool1d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
relax.func @${f}(%x: tensor<${c}x1x${c}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {} : (tensor<${c}x1x${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R1
// op: adaptive_avg_pool1d
// a: 4 5 8 16
// c: 1 2 3 4
// k: 0 -1 -2
// t: f32 f16 f64 bf16
relax.func @${f}(%x: tensor<1x${c}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {output_size = array<i64: ${k}>} : (tensor<1x${c}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: avg_pool2d max_pool2d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
// l: NHW NCHH NCH NCDW
relax.func @${f}(%x: tensor<1x${c}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: 2, 2>, layout = "${l}"} : (tensor<1x${c}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: adaptive_avg_pool2d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
// l: NHW NCHH NCH NCDW
relax.func @${f}(%x: tensor<1x${c}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {layout = "${l}"} : (tensor<1x${c}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: avg_pool3d max_pool3d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
// l: NCHW NCDHH CDHW NCDH
relax.func @${f}(%x: tensor<1x${c}x${a}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: 2, 2, 2>, layout = "${l}"} : (tensor<1x${c}x${a}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R2
// op: adaptive_avg_pool3d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
// l: NCHW NCDHH CDHW NCDH
relax.func @${f}(%x: tensor<1x${c}x${a}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {layout = "${l}"} : (tensor<1x${c}x${a}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: avg_pool3d max_pool3d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
relax.func @${f}(%x: tensor<${c}x1x${c}x${a}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: 2, 2, 2>} : (tensor<${c}x1x${c}x${a}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R4
// op: avg_pool3d max_pool3d
// a: 4 5 8 16
// c: 1 2 3 4
// k: 17 18 33
// t: f32 f16 f64 bf16
relax.func @${f}(%x: tensor<1x${c}x${a}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {pool_size = array<i64: ${k}, 1, 1>} : (tensor<1x${c}x${a}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.nn.${op} R3
// op: adaptive_avg_pool3d
// a: 4 5 8 16
// c: 1 2 3 4
// t: f32 f16 f64 bf16
relax.func @${f}(%x: tensor<${c}x1x${c}x${a}x${a}x${a}x${t}>) {
  %0 = relax.nn.${op} %x {} : (tensor<${c}x1x${c}x${a}x${a}x${a}x${t}>) -> tensor<*x${t}> // here
  relax.return
}
