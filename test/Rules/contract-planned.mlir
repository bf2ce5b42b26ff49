// Violations of the rules of relax-verify-planned.

// rule: relax-verify-planned R1
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// kind: private public
relax.func @${f}(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.dataflow { // here
    relax.output
  }
  relax.return %x : tensor<4xf32>
}

// -----

// rule: relax-verify-planned R1
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 7 8 64 4096
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func private @${dead}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  %0 = relax.call_tir @${k}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax-verify-planned R1
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 7 8 64 4096
relax.extern_func @${packed}
relax.func impure @${f}(%c: tensor<i1>, %x: tensor<${a}x${t}>) {
  relax.if %c : tensor<i1> {
    %0 = relax.call_dps_packed @${packed}(%x) : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

// rule: relax-verify-planned R1
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 7 8 64 4096
relax.func impure private @${group}() attributes {relax.primitive} {
  %0 = relax.builtin.alloc_tensor : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax-verify-planned R2
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// a: 16 0 1 2 3 4 5 7 8 64 4096
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [${a}] // here
  relax.return
}

// -----

// rule: relax-verify-planned R2
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 i32
// a: 1 0 2 3 4
// b: 0 4 8 16
relax.func impure private @${dead}(%c: tensor<i1>) {
  relax.if %c : tensor<i1> {
    %0 = relax.memory.alloc_storage [64] // here
    %1 = relax.memory.alloc_tensor %0 at [${b}] : tensor<${a}x${t}>
    relax.print "{}"(%1) : tensor<${a}x${t}>
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

// rule: relax-verify-planned R3
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// a: 16 0 1 2 3 4 5 7 8 64 4096
relax.func impure @${f}(%c: tensor<i1>) {
  %0 = relax.memory.alloc_storage [${a}]
  relax.if %c : tensor<i1> {
    relax.memory.kill_storage %0 // here
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

// rule: relax-verify-planned R4
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 i32
// a: 1 0 2 3 4
// b: 0 4 8 16
relax.func private @${g}(%x: tensor<${a}x${t}>) -> tensor<${a}x${t}> {
  relax.return %x : tensor<${a}x${t}>
}
relax.func impure @${closure}() -> !relax.callable<() -> tensor<${a}x${t}>, pure> {
  %0 = relax.memory.alloc_storage [64]
  %1 = relax.memory.alloc_tensor %0 at [${b}] : tensor<${a}x${t}>
  %2 = relax.make_closure @${g}(%1) : (tensor<${a}x${t}>) -> !relax.callable<() -> tensor<${a}x${t}>, pure>
  relax.memory.kill_storage %0 // here
  relax.return %2 : !relax.callable<() -> tensor<${a}x${t}>, pure>
}

// -----

// rule: relax-verify-planned R5
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 i32
// a: 1 0 2 3 4
// b: 0 4 8 16
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [64]
  %1 = relax.memory.alloc_tensor %0 at [${b}] : tensor<${a}x${t}>
  %2 = relax.match_cast %1 : tensor<${a}x${t}> to tensor<*x${t}>
  relax.memory.kill_storage %0
  relax.print "{}"(%2) : tensor<*x${t}> // here
  relax.return
}

// -----

// rule: relax-verify-planned R5
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 i32
// a: 1 0 2 3 4
// b: 0 4 8 16
relax.func impure private @${renamed}(%c: tensor<i1>) {
  %0 = relax.memory.alloc_storage [64]
  %1 = relax.memory.alloc_tensor %0 at [${b}] : tensor<${a}x${t}>
  %2 = relax.match_cast %1 : tensor<${a}x${t}> to tensor<*x${t}>
  relax.memory.kill_tensor %1 : tensor<${a}x${t}>
  relax.if %c : tensor<i1> {
    relax.yield
  } else {
    relax.print "{}"(%2) : tensor<*x${t}> // here
    relax.yield
  }
  relax.memory.kill_storage %0
  relax.return
}

// -----

// rule: relax-verify-planned R6
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 i32
// a: 4 2 3
// b: 0 4
// u: i8 ui8 i1
// d: 8 9 11
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [64]
  %1 = relax.memory.alloc_tensor %0 at [${b}] : tensor<${a}x${t}>
  %2 = relax.memory.alloc_tensor %0 at [4] : tensor<${d}x${u}> // here
  relax.print "{} {}"(%1, %2) : tensor<${a}x${t}>, tensor<${d}x${u}>
  relax.memory.kill_storage %0
  relax.return
}

// -----

// rule: relax-verify-planned R5
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 f16 bf16 f64 i8 i32
relax.func private @${g}(%x: tensor<4x${t}>) -> tensor<4x${t}> {
  relax.return %x : tensor<4x${t}>
}
relax.func impure @${f}(%x: tensor<4x${t}>) -> tensor<4x${t}> {
  %0 = relax.call @${g}(%x) : (tensor<4x${t}>) -> tensor<4x${t}>
  %1 = relax.memory.view %0 at [0] : tensor<4x${t}> to tensor<2x2x${t}>
  relax.memory.kill_tensor %1 : tensor<2x2x${t}>
  relax.return %0 : tensor<4x${t}> // here
}

// -----

// rule: relax-verify-planned R7
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 f16 bf16 f64 i8 i32
// a: 4 1 2 3
relax.func impure @${f}(%c: tensor<i1>, %x: tensor<${a}x${t}>) {
  %0 = relax.if %c : tensor<i1> -> tuple<tensor<${a}x${t}>> {
    %2 = relax.tuple %x : (tensor<${a}x${t}>) -> tuple<tensor<${a}x${t}>>
    relax.yield %2 : tuple<tensor<${a}x${t}>>
  } else {
    %3 = relax.tuple %x : (tensor<${a}x${t}>) -> tuple<tensor<${a}x${t}>>
    relax.yield %3 : tuple<tensor<${a}x${t}>>
  }
  %1 = relax.tuple_get_item %0[0] : tuple<tensor<${a}x${t}>> -> tensor<${a}x${t}>
  relax.memory.kill_tensor %1 : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax-verify-planned R8
// around: relax-legalize-ops,relax-memory-stage
// fixed: other ops would not be planned
// t: f32 f16 bf16 f64
// a: 4 1 2 3
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.constant dense<1.0> : tensor<${a}x${t}>
  %1 = relax.match_cast %0 : tensor<${a}x${t}> to tensor<${a}x${t}>
  relax.memory.copy %x to %1 : tensor<${a}x${t}> // here
  relax.return
}
