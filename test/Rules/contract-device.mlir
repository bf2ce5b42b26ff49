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
    %0 = relax.abs %x : (tensor<${a}x${t}>) -> tensor<${a}x${t}> // here
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
