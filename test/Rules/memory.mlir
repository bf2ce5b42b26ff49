// Violations of the rules of MemoryOps.

// rule: relax.builtin.alloc_tensor R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
relax.func impure @${f}() {
  %0 = relax.builtin.alloc_tensor : tensor<?x${t}> // here
  relax.return
}

// -----

// rule: relax.builtin.alloc_tensor R1
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}() {
  %0 = relax.builtin.alloc_tensor : tensor<${a}x!relax.unknown> // here
  relax.return
}

// -----

// rule: relax.memory.alloc_storage R1
// a: -4 -12 -8 -5 -3 -2 -1
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [${a}] // here
  relax.return
}

// -----

// rule: relax.memory.alloc_tensor R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 16 0 1 2 3 4 5 6 7 8 9 11
// b: 0 1 2 3 4 5 6 7 8 9 11 12
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [${a}]
  %1 = relax.memory.alloc_tensor %0 at [${b}] : tensor<?x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.alloc_tensor R2
// t: f32 f16 bf16 i1 i8 i16 i32 ui8
// a: 16 15 17 32 48 64 100
// b: -4 -12 -8 -5
// c: 4 0 1 2 3
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [${a}]
  %1 = relax.memory.alloc_tensor %0 at [${b}] : tensor<${c}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.alloc_tensor R3
// t: f32 f64 i32 i64
// a: 4 5 6 7 8 9 11 12 16 32 64 100
// b: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [${b}]
  %1 = relax.memory.alloc_tensor %0 at [${a}] : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.alloc_tensor R4
// t: f32 f64 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
// dev: cuda rocm metal
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [800] {vdevice = #relax.vdevice<"${dev}", ${a}>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.copy R1
// t: f32 f64 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
// b: 10 13 14
// dev: cuda llvm metal
relax.func impure @${f}(%x: tensor<${a}x${t}>, %y: tensor<${b}x${t}, #relax.dims<[${b}], vdevice = #relax.vdevice<"${dev}", ${a}>>>) {
  relax.memory.copy %x to %y : tensor<${a}x${t}> to tensor<${b}x${t}, #relax.dims<[${b}], vdevice = #relax.vdevice<"${dev}", ${a}>>> // here
  relax.return
}

// -----

// rule: relax.memory.kill_tensor R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.memory.kill_tensor %x : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.kill_tensor R2
// t: f32 f16 bf16 f64
// a: 2 0 1 3 4 5 6 7 8 9 11 12
relax.func impure @${f}() {
  %0 = relax.constant dense<1.0> : tensor<${a}x${t}>
  relax.memory.kill_tensor %0 : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.kill_tensor R2
// op: abs exp negative sin
// t: f32 f16 bf16 f64
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.${op} %x : (tensor<${a}x${t}>) -> tensor<${a}x${t}>
  relax.memory.kill_tensor %0 : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.kill_tensor R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}() -> tensor<${a}x${t}> {
  %0 = relax.builtin.alloc_tensor : tensor<${a}x${t}>
  relax.memory.kill_tensor %0 : tensor<${a}x${t}> // here
  relax.return %0 : tensor<${a}x${t}>
}

// -----

// rule: relax.memory.kill_storage R1
// also: relax.dataflow R2
// t: f32 f16 bf16 i1 i8 i16 i32 ui8
// a: 4 0 1 2 3
// b: 16 17 32 48 64 100
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.memory.alloc_storage [${b}]
  %1 = relax.dataflow -> tensor<${a}x${t}> {
    %2 = relax.memory.alloc_tensor %0 at [0] : tensor<${a}x${t}>
    relax.memory.kill_storage %0 // here
    relax.output %x : tensor<${a}x${t}>
  }
  relax.return
}

// -----

// rule: relax.memory.kill_storage R2
relax.func impure @${f}(%s: !relax.object) {
  relax.memory.kill_storage %s // here
  relax.return
}

// -----

// rule: relax.memory.kill_storage R3
// t: f32 f16 bf16 i1 i8 i16 i32 ui8
// a: 16 17 32 48 64 100
// b: 4 0 1 2 3
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [${a}]
  relax.memory.kill_storage %0 // here
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<${b}x${t}>
  relax.return
}

// -----

// rule: relax.memory.view R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: 0 1 2 3 4 5 6 7 8 9 11 12
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.memory.view %x at [${b}] : tensor<${a}x${t}> to tensor<?x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.view R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
// b: -4 -12 -8 -5 -3 -2 -1
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.memory.view %x at [${b}] : tensor<${a}x${t}> to tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.view R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6
// b: 0 1 2 3 4 5 6 7 8 9 11 12
// c: 8 7 9 11 12 16 24 32 64 100
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.memory.view %x at [${b}] : tensor<${a}x${t}> to tensor<${c}x${t}> // here
  relax.return
}

// -----

// rule: relax.memory.alloc_storage R1
// a: 1 2 3 4 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.memory.alloc_storage [0 - n * 2 - ${a}] // here
  relax.return
}

// -----

// rule: relax.memory.kill_storage R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 1 2
relax.func impure @${f}() {
  %0 = relax.memory.alloc_storage [16]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<${a}x${t}>
  relax.memory.kill_storage %0 // here
  relax.print "{}"(%1) : tensor<${a}x${t}>
  relax.return
}

// -----

// rule: relax.memory.kill_storage R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
relax.func impure @${f}(%c: tensor<i1>) {
  %0 = relax.memory.alloc_storage [16]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<2x1x${t}>
  %2 = relax.flatten %1 : (tensor<2x1x${t}>) -> tensor<2x${t}>
  relax.memory.kill_storage %0 // here
  relax.if %c : tensor<i1> {
    relax.print "{}"(%2) : tensor<2x${t}>
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

// rule: relax.memory.view R4
// t: i8 ui8 f16 f32 i64
// a: 4 1 2 3
relax.func @${f}(%x: tensor<${a}x${t}>) {
  %0 = relax.memory.view %x at [0] : tensor<${a}x${t}> to tensor<${a}xi1> // here
  relax.return
}
