// Violations of the rules of relax-verify-legal.

// rule: relax-verify-legal R1
// around: relax-legalize-ops
// fixed: other ops would be as illegal
// op: exp tanh sqrt nn.relu nn.silu ceil
// t: f32 f16 bf16 f64
// a: 4 0 1 2 3 5 7 8 64
relax.func @${f}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  %0 = relax.${op} %x : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax-verify-legal R1
// around: relax-legalize-ops
// fixed: other ops would be as illegal
// op: add subtract multiply divide power maximum
// t: f32 f16 bf16 f64 i32 i64
// a: 4 0 1 2 3 5 7 8 64
relax.func private @${dead}(%c: tensor<i1>, %x: tensor<${a}x${t}>) {
  relax.dataflow {
    %0 = relax.${op} %x, %x : (tensor<${a}x${t}>, tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
    relax.output
  }
  relax.return
}

// -----

// rule: relax-verify-legal R1
// around: relax-legalize-ops
// fixed: other ops would be as illegal
// op: exp tanh sqrt nn.relu nn.silu ceil
// t: f32 f16 bf16 f64
// a: 4 0 1 2 3 5 7 8 64
relax.func impure private @${branch}(%c: tensor<i1>, %x: tensor<${a}x${t}>) attributes {relax.primitive} {
  relax.if %c : tensor<i1> {
    relax.yield
  } else {
    %0 = relax.${op} %x : (tensor<${a}x${t}>) -> tensor<*x${t}> // here
    relax.yield
  }
  relax.return
}

// -----

// rule: relax-verify-legal R1
// around: relax-legalize-ops
// op: exp tanh sqrt nn.relu nn.silu ceil
// t: f32 f16 bf16 f64
// a: 4 0 1 2 3 5 7 8 64
func.func @${host}() {
  %x = tensor.empty() : tensor<${a}x${t}>
  %0 = relax.${op} %x : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  return
}

// -----

// rule: relax-verify-legal R2
// around: relax-legalize-ops
// fixed: other ops would be as illegal
// op: exp tanh sqrt absf ceil floor
// t: f32 f16 bf16 f64
// a: 4 0 1 2 3 5 7 8 64
relax.func @${f}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  %0 = math.${op} %x : tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax-verify-legal R2
// around: relax-legalize-ops
// t: f32 f16 bf16 f64 i32 i64
// a: 4 1 2 3 5 7 8 64
tir.func private @${f}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1} {
  linalg.copy ins(%x : memref<${a}x${t}>) outs(%y : memref<${a}x${t}>) // here
  tir.return
}

// -----

// rule: relax-verify-legal R3
// around: relax-legalize-ops
// t: f32 f16 bf16 f64 i32 i64
// a: 4 0 1 2 3 5 7 8 64
func.func @${f}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> { // here
  return %x : tensor<${a}x${t}>
}
