// Violations of the rules of relax-verify-device.

// rule: relax-verify-device R1
// kind: kernel
gpu.module @${device} { // here
  gpu.func @${k}() ${kind} {
    gpu.return
  }
}

// -----

// rule: relax-verify-device R2
// chip: sm_90 sm_80 sm_70 sm_60
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  gpu.func @${k}(%c: i1) kernel {
    tir.assert %c, "${text}" // here
    gpu.return
  }
}

// -----

// rule: relax-verify-device R2
// chip: sm_90 sm_80 sm_70 sm_60
// a: 16 0 1 2 3 4 5 7 8 64 4096
// t: f32 f16 bf16 f64 i8 i16 i32 i64
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  gpu.func @${k}(%x: tensor<${a}x${t}>) {
    %0 = relax.abs %x : tensor<${a}x${t}> // here
    gpu.return
  }
}

// -----

// rule: relax-verify-device R2
// chip: sm_90 sm_80 sm_70 sm_60
// n: 0 1 2 16 64 1024
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  llvm.func @${k}() {
    %0 = relax.prim_value ${n} : i64 // here
    llvm.return
  }
}

// -----

// rule: relax-verify-device R2
// chip: sm_90 sm_80 sm_75 sm_100
// value: 0 1 2 3 7 255 -1 -128 2147483647
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  llvm.func @${k}() {
    %0 = arith.constant ${value} : i64 // here
    llvm.return
  }
}

// -----

// rule: relax-verify-device R3
// chip: sm_90 sm_80 sm_75 sm_100
// x: 1025 2048 65536 2147483647
// y: 1 2 3 1024 2147483647
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  gpu.func @${k}() kernel attributes {known_block_size = array<i32: ${x}, ${y}, 1>} { // here
    gpu.return
  }
}

// -----

// rule: relax-verify-device R3
// chip: sm_90 sm_80 sm_75 sm_100
// x: 33 64 1024
// y: 32 33 64 1024
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  llvm.func @${k}() attributes {gpu.kernel, gpu.known_block_size = array<i32: ${x}, 1, ${y}>} { // here
    llvm.return
  }
}

// -----

// rule: relax-verify-device R4
// chip: sm_90 sm_80 sm_75 sm_100
// a: 12289 12500 65536 1000000
// t: f32 i32 f64 i64
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  gpu.func @${k}() workgroup(%m: memref<${a}x${t}, #gpu.address_space<workgroup>>) kernel { // here
    gpu.return
  }
}

// -----

// rule: relax-verify-device R4
// chip: sm_90 sm_80 sm_75 sm_100
// a: 49153 65536 1000000
// t: f32 i32 f64 i8
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  llvm.mlir.global internal @${g}() {addr_space = 3 : i32} : !llvm.array<${a} x ${t}>
  llvm.func @${k}() { // here
    %0 = llvm.mlir.addressof @${g} : !llvm.ptr<3>
    llvm.return
  }
}

// -----

// rule: relax-verify-device R5
// chip: sm_75
// x: f16
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  llvm.func @${k}(%a: vector<2x${x}>, %c: f32) {
    %0 = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2x${x}>, vector<2x${x}>, f32) -> !llvm.struct<(f32, f32, f32, f32)> // here
    llvm.return
  }
}

// -----

// rule: relax-verify-device R5
// chip: sm_75
// n: 4 8 16
gpu.module @${device} [#nvvm.target<chip = "${chip}">] {
  llvm.func @${k}(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
    nvvm.cp.async.shared.global %s, %g, ${n}, cache = ca : !llvm.ptr<3>, !llvm.ptr<1> // here
    llvm.return
  }
}
