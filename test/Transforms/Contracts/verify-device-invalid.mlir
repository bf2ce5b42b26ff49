// RUN: relax-opt %s --relax-verify-device --split-input-file --verify-diagnostics

// expected-error @below {{has no target; attach one with 'nvvm-attach-target'}}
gpu.module @kernels {
}

// -----

// expected-note @below {{the device's module is here}}
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @kernel(%c: i1) kernel {
    // expected-error @below {{is left in a device's module, whose code is of the 'gpu', 'nvvm' and 'llvm' dialects}}
    tir.assert %c, "no"
    gpu.return
  }
}

// -----

// All of them in all modules.
// expected-error @below {{'gpu.module' op has no target; attach one with 'nvvm-attach-target' [relax-verify-device R1]}}
// expected-note @below {{the device's module is here}}
gpu.module @first {
  gpu.func @kernel(%c: i1, %x: tensor<4xf32>) kernel {
    // expected-error @below {{'relax.exp' op is left in a device's module, whose code is of the 'gpu', 'nvvm' and 'llvm' dialects [relax-verify-device R2]}}
    %0 = relax.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    // expected-error @below {{'tir.assert' op is left in a device's module}}
    tir.assert %c, "no"
    gpu.return
  }
}
module @nested {
  // expected-error @below {{has no target}}
  gpu.module @second {
  }
}

// -----

// Limits of the chips, before and after the lowering of kernels.
gpu.module @limits [#nvvm.target<chip = "sm_90">] {
  // expected-error @below {{has blocks of 1056 threads; expected at most 1024, which is what chips have [relax-verify-device R3]}}
  gpu.func @threads() kernel attributes {known_block_size = array<i32: 33, 32, 1>} {
    gpu.return
  }
  // expected-error @below {{shares 50000 bytes among the threads of a block; expected at most 49152, which is what chips have [relax-verify-device R4]}}
  gpu.func @shared() workgroup(%m: memref<12500xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    gpu.return
  }
  llvm.mlir.global internal @m() {addr_space = 3 : i32} : !llvm.array<12289 x f32>
  // expected-error @below {{has blocks of 2048 threads}}
  // expected-error @below {{shares 49156 bytes}}
  llvm.func @lowered() attributes {gpu.kernel, gpu.known_block_size = array<i32: 2048, 1, 1>} {
    %0 = llvm.mlir.addressof @m : !llvm.ptr<3>
    llvm.return
  }
}

// -----

// expected-note @below {{the device's module is here}}
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.func @kernel() {
    // expected-error @below {{'arith.constant' op is left in a device's module}}
    %0 = arith.constant 1 : index
    llvm.return
  }
}
