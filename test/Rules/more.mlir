// Violations of rules of several families.

// rule: relax.image.resize3d R3
// a: 4 8 5
// c: 1 3 2
// s: 6 16 3
// t: f32 f16 f64
relax.func @${f}(%x: tensor<1x${c}x${a}x${a}x${a}x${t}>, %s: !relax.shape<[${s}, ${s}]>) {
  %0 = relax.image.resize3d %x, %s : (tensor<1x${c}x${a}x${a}x${a}x${t}>, !relax.shape<[${s}, ${s}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.image.resize3d R4
// a: 4 8 5
// c: 1 3 2
// s: 6 16 3
// t: f32 f16 f64
// m: linear cubic nearest_neighbor
relax.func @${f}(%x: tensor<1x${c}x${a}x${a}x${a}x${t}>, %s: !relax.shape<[${s}, ${s}, ${a}]>) {
  %0 = relax.image.resize3d %x, %s {roi = array<f64: 0.0, 0.0, 0.0, 1.0, 1.0, 1.0>} : (tensor<1x${c}x${a}x${a}x${a}x${t}>, !relax.shape<[${s}, ${s}, ${a}]>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.einsum R3
// also: relax.einsum R5
// a: 2 3 4 5 6
// b: 7 8 9
// t: f32 f16 f64 i32 i64
relax.func @${f}(%x: tensor<${a}x${b}x${t}>, %y: tensor<${b}x${t}>) {
  %0 = relax.einsum %x, %y {subscripts = "ij,jk->ik"} : (tensor<${a}x${b}x${t}>, tensor<${b}x${t}>) -> tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.kill_tensor R1
// also: relax.dataflow R2
// a: 2 3 4 5 6
// t: f32 f16 f64 i32 i64
relax.func impure @${f}() {
  relax.dataflow {
    %0 = relax.builtin.alloc_tensor : tensor<${a}x${t}>
    relax.memory.kill_tensor %0 : tensor<${a}x${t}> // here
    relax.output
  }
  relax.return
}

// -----

// rule: relax.vision.non_max_suppression R1
// n: 3 5 8 1 2
// t: f32 f16 f64
relax.func @${f}(%x: tensor<${n}x6x${t}>, %c: tensor<${n}xi32>, %i: tensor<${n}x6xi32>) {
  %0:2 = relax.vision.non_max_suppression %x, %c, %i : (tensor<${n}x6x${t}>, tensor<${n}xi32>, tensor<${n}x6xi32>) -> (tensor<*xi32>, tensor<*xi32>) // here
  relax.return
}

// -----

// rule: relax.dataflow R1
// also: relax.dataflow R2
// t: f32 f16 i32
// a: 4 0 1 2 3 5
relax.func @${f}(%x: tensor<${a}x${t}>) {
  relax.dataflow { // here
    "llvm.unreachable"() : () -> ()
  }
  relax.return
}

// -----

// rule: relax.func R1
// also: relax.func R4
// t: f32 f16 i32
// a: 4 0 1 2 3 5
"relax.func"() <{function_type = (tensor<${a}x${t}>) -> (), sym_name = "${f}"}> ({ // here
^bb0(%x: tensor<${a}x${t}>):
  "llvm.unreachable"() : () -> ()
}) : () -> ()
