// Violations of the rules of RuntimeOps.

// rule: relax.vm.kill_object R1
// also: relax.dataflow R2
relax.func impure @${f}(%x: !relax.object) {
  relax.dataflow {
    relax.vm.kill_object %x : !relax.object // here
    relax.output
  }
  relax.return
}

// -----

// rule: relax.vm.alloc_storage R1
// a: -4 -12 -8 -5 -3 -2 -1
relax.func impure @${f}() {
  %0 = relax.vm.alloc_storage [${a}] // here
  relax.return
}

// -----

// rule: relax.vm.alloc_tensor R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// b: 0 1 2 3 4 5 6 7 8 9 11 12
relax.func impure @${f}(%s: !relax.object) {
  %1 = relax.vm.alloc_tensor %s at [${b}] : tensor<?x${t}> // here
  relax.return
}

// -----

// rule: relax.vm.alloc_tensor R2
// t: f32 f16 bf16 i1 i8 i16 i32 ui8
// b: -4 -12 -8 -5
// c: 4 0 1 2 3
relax.func impure @${f}(%s: !relax.object) {
  %1 = relax.vm.alloc_tensor %s at [${b}] : tensor<${c}x${t}> // here
  relax.return
}

// -----

// rule: relax.vm.alloc_tensor R3
// t: f32 f64 i32 i64
// a: 5 6 7 8 9 11 12 16 32 64 100
// b: 16 0 1 2 3 4 5 6 7 8 9 11
relax.func impure @${f}() {
  %0 = relax.vm.alloc_storage [${b}]
  %1 = relax.vm.alloc_tensor %0 at [0] : tensor<${a}x${t}> // here
  relax.return
}

// -----

// rule: relax.vm.call_tir_dyn R1
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.vm.call_tir_dyn @${k}(%x : tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.vm.call_tir_dyn R2
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 4 0 1 2 3 5 6 7 8 9 11 12
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>) {
  relax.vm.call_tir_dyn @${k}(%x : tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.vm.call_tir_dyn R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 0 1 2 7 16 100
// b: 5 10 15
tir.func private @${k}(%x: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${b}x${t}>) {
  relax.vm.call_tir_dyn @${k}(%x : tensor<${b}x${t}>) // here
  relax.return
}

// -----

// rule: relax.vm.call_tir_dyn R4
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 0 1 2 7 16 100
tir.func private @${k}(%x: memref<${a}x${t}>, %n: index) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>, %s: !relax.shape<rank 1>) {
  relax.vm.call_tir_dyn @${k}(%x : tensor<${a}x${t}>) shape(%s : !relax.shape<rank 1>) // here
  relax.return
}

// -----

// rule: relax.vm.call_tir_dyn R5
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64
// a: 4 1 2 3 5 6 7 8 9 11 12 16
tir.func private @${k}(%x: memref<${a}x${t}>, %y: memref<${a}x${t}>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<${a}x${t}>
  memref.store %v, %x[%c0] : memref<${a}x${t}>
  tir.return
}
relax.func impure @${f}(%x: tensor<${a}x${t}>, %y: tensor<${a}x${t}>) {
  relax.vm.call_tir_dyn @${k}(%x, %y : tensor<${a}x${t}>, tensor<${a}x${t}>) // here
  relax.return
}

// -----

// rule: relax.vm.alloc_storage R1
// a: 1 2 3 4 5 6 7 8 9 11 12
relax.func impure @${f}(%x: tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.vm.alloc_storage [0 - n * 2 - ${a}] // here
  relax.return
}
