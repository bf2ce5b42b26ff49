// Violations of the rules of relax-verify-lowered.

// rule: relax-verify-lowered R1
// around: nothing
// a: 16 0 1 2 3 4 5 7 8 64 4096
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
llvm.func @${main}()
func.func private @${f}(memref<${a}x${t}>) // here

// -----

// rule: relax-verify-lowered R1
// around: nothing
// value: 0 1 2 3 7 255 -1 -128 2147483647
// t: i32 i64 index f32 f64
llvm.func @${main}() {
  %0 = arith.constant ${value} : index // here
  llvm.return
}

// -----

// rule: relax-verify-lowered R1
// around: nothing
// op: exp log tanh sqrt ceil floor
// t: f32 f64 f16 bf16
llvm.func internal @${f}(%x: ${t}) {
  %0 = math.${op} %x : ${t} // here
  llvm.return
}

// -----

// rule: relax-verify-lowered R1
// around: nothing
// t: f32 f64 f16 bf16
// a: 16 0 1 2 3 4 5 7 8 64 4096
llvm.func @${f}(%x: !llvm.ptr) {
  %0 = builtin.unrealized_conversion_cast %x : !llvm.ptr to memref<${a}x${t}> // here
  llvm.return
}

// -----

// rule: relax-verify-lowered R1
// around: nothing
// t: i1 i8 i16 i32 i64 f16 f32 f64
llvm.func @${f}(${t})
relax.extern_func @${external} // here

// -----

// rule: relax-verify-lowered R1
// around: relax-whole-story
// t: f32 f64 f16 bf16
// a: 16 0 1 2 3 4 5 7 8 64 4096
// b: 16 0 1 2 3 4 5 7 8 64 4096
memref.global "private" @${table} : memref<${a}x${b}x${t}> // here

// -----

// rule: relax-verify-lowered R1
// around: nothing
// t: i1 i8 i16 i32 i64 f16 f32 f64
gpu.module @${device} { // here
}
llvm.func @${f}(${t})
