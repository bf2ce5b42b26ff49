// Violations of the rules of relax-verify-symbols.

// rule: relax-verify-symbols R1
// attr: callee symbol twin
func.func @${f}() attributes {${attr} = @${missing}} { // here
  return
}

// -----

// rule: relax-verify-symbols R1
// attr: callee symbol twin
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 16 0 1 2 3 4 5 7 8 64 4096
relax.func private @${dead}(%x: tensor<${a}x${t}>) attributes {info = {of = [1, @${missing}]}} { // here
  relax.return
}

// -----

// rule: relax-verify-symbols R1
// attr: callee symbol twin
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 16 0 1 2 3 4 5 7 8 64 4096
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = 1 : i64, ${attr} = @${missing}} { // here
  tir.return
}

// -----

// rule: relax-verify-symbols R1
// attr: callee symbol twin
relax.extern_func @${external} {${attr} = @${missing}} // here

// -----

// rule: relax-verify-symbols R1
// attr: callee symbol twin
gpu.module @${device} {
  gpu.func @${kernel}() kernel attributes {${attr} = @${missing}} { // here
    gpu.return
  }
}

// -----

// rule: relax-verify-symbols R1
// attr: callee symbol twin
llvm.func @${lowered}() {
  llvm.return {${attr} = @${missing}} // here
}

// -----

// rule: relax-verify-symbols R2
// visibility: private public
func.func ${visibility} @${f}() attributes {global_symbol = "${other}"} { // here
  return
}

// -----

// rule: relax-verify-symbols R2
// linkage: internal external
llvm.func ${linkage} @${f}() attributes {global_symbol = "${other}"} { // here
  llvm.return
}

// -----

// rule: relax-verify-symbols R2
// global: yes
gpu.module @${device} {
  gpu.func @${kernel}() kernel attributes {global_symbol = "${other}"} { // here
    gpu.return
  }
}

// -----

// rule: relax-verify-symbols R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
module {
  func.func @${name}() {
    return
  }
  module {
    func.func @${name}(%x: ${t}) { // here
      return
    }
  }
}

// -----

// rule: relax-verify-symbols R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 16 0 1 2 3 4 5 7 8 64 4096
module {
  tir.func @${name}(%x: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
    tir.return
  }
  module @${inner} {
    relax.func @${name}(%x: tensor<${a}x${t}>) { // here
      relax.return
    }
  }
}
