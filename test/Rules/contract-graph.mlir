// Violations of the rules of relax-verify-graph.

// rule: relax-verify-graph R1
// a: 16 0 1 2 3 4 5 7 8 64 4096
// kind: private public
relax.func impure @${f}(%x: tensor<${a}xf32>) {
  %0 = relax.memory.alloc_storage [${a}] // here
  relax.return
}

// -----

// rule: relax-verify-graph R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 7 8 64 4096
relax.func impure private @${dead}(%c: tensor<i1>, %x: tensor<${a}x${t}>) {
  relax.if %c : tensor<i1> {
    relax.yield
  } else {
    %0 = relax.builtin.alloc_tensor : tensor<${a}x${t}> // here
    relax.yield
  }
  relax.return
}

// -----

// rule: relax-verify-graph R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 16 0 1 2 3 4 5 7 8 64 4096
relax.func impure private @${group}(%x: tensor<${a}x${t}>) attributes {relax.primitive} {
  %0 = memref.alloc() : memref<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax-verify-graph R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 7 8 64 4096
func.func private @${host}() {
  %0 = relax.builtin.alloc_tensor : tensor<${a}x${t}> // here
  return
}

// -----

// rule: relax-verify-graph R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 7 8 64 4096
module {
  relax.func impure @${nested}() {
    %0 = relax.builtin.alloc_tensor : tensor<${a}x${t}> // here
    relax.return
  }
}
