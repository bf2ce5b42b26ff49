// RUN: relax-opt %s --relax-verify-device --split-input-file --verify-diagnostics

// expected-error @below {{expects a target, found none; attach one with 'nvvm-attach-target'}}
gpu.module @kernels {
}

// -----

// expected-note @below {{the device's module is here}}
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @kernel(%c: i1) kernel {
    // expected-error @below {{is left in a device's module, expected the 'gpu', 'nvvm' and 'llvm' dialects only}}
    tir.assert %c, "no"
    gpu.return
  }
}

// -----

// All of them in all modules.
// expected-error @below {{'gpu.module' op expects a target, found none; attach one with 'nvvm-attach-target' [relax-verify-device R1]}}
// expected-note @below {{the device's module is here}}
gpu.module @first {
  gpu.func @kernel(%c: i1, %x: tensor<4xf32>) kernel {
    // expected-error @below {{'relax.exp' op is left in a device's module, expected the 'gpu', 'nvvm' and 'llvm' dialects only [relax-verify-device R2]}}
    %0 = relax.exp %x : tensor<4xf32>
    // expected-error @below {{'tir.assert' op is left in a device's module}}
    tir.assert %c, "no"
    gpu.return
  }
}
module @nested {
  // expected-error @below {{expects a target, found none; attach one with 'nvvm-attach-target'}}
  gpu.module @second {
  }
}

// -----

// Limits of the chips, before and after the lowering of kernels.
gpu.module @limits [#nvvm.target<chip = "sm_90">] {
  // expected-error @below {{'gpu.func' op @threads has blocks of 1056 threads; expected at most 1024, which is what chips have [relax-verify-device R3]}}
  gpu.func @threads() kernel attributes {known_block_size = array<i32: 33, 32, 1>} {
    gpu.return
  }
  // expected-error @below {{'gpu.func' op @shared shares 50000 bytes among the threads of a block; expected at most 49152, which is what chips have [relax-verify-device R4]}}
  gpu.func @shared() workgroup(%m: memref<12500xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    gpu.return
  }
  llvm.mlir.global internal @m() {addr_space = 3 : i32} : !llvm.array<12289 x f32>
  // expected-error @below {{'llvm.func' op @lowered has blocks of 2048 threads}}
  // expected-error @below {{'llvm.func' op @lowered shares 49156 bytes}}
  llvm.func @lowered() attributes {gpu.kernel, gpu.known_block_size = array<i32: 2048, 1, 1>} {
    %0 = llvm.mlir.addressof @m : !llvm.ptr<3>
    llvm.return
  }
  // expected-error @below {{'llvm.func' op @required has blocks of 2048 threads}}
  llvm.func @required() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024, 2, 1>} {
    llvm.return
  }
  // expected-error @below {{'llvm.func' op @most has blocks of 4096 threads}}
  llvm.func @most() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 4096>} {
    llvm.return
  }
  // expected-error @below {{'gpu.func' op @negative has a block of -32 threads along an axis; expected at least 1 [relax-verify-device R3]}}
  gpu.func @negative() kernel attributes {known_block_size = array<i32: -32, -64, 1>} {
    gpu.return
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

// -----

// Instructions that the chip lacks, for which LLVM would stop the process.
gpu.module @old [#nvvm.target<chip = "sm_75">] {
  // expected-note @below {{in kernel @copies}}
  llvm.func @copies(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    // expected-error @below {{'nvvm.cp.async.shared.global' op is an instruction that sm_75 lacks; expected sm_80 or later, or a schedule without it [relax-verify-device R5]}}
    nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.return
  }
  // expected-note @below {{in kernel @products}}
  llvm.func @products(%a: vector<2xf16>, %c: f32, %b: i32) attributes {gpu.kernel, nvvm.kernel} {
    %0 = nvvm.mma.sync A[%a, %a] B[%a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    // expected-error @below {{'nvvm.mma.sync' op is an instruction that sm_75 lacks}}
    %1 = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %2 = nvvm.mma.sync A[%b] B[%b] C[%b, %b] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 8, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
    llvm.return
  }
}
gpu.module @new [#nvvm.target<chip = "sm_80">] {
  llvm.func @copies(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// What launches ask for, of chips that have less.
module attributes {gpu.container_module} {
  gpu.module @hopper [#nvvm.target<chip = "sm_90a">] {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  gpu.module @ada [#nvvm.target<chip = "sm_89">] {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  func.func @launches(%size: i32) {
    %one = arith.constant 1 : index
    %many = arith.constant 232448 : i32
    %more = arith.constant 232449 : i32
    gpu.launch_func @hopper::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) dynamic_shared_memory_size %many
    gpu.launch_func @hopper::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) dynamic_shared_memory_size %size
    // expected-error @below {{'gpu.launch_func' op asks for 232449 bytes that the threads of a block share; expected at most 232448, which is what sm_90a has [relax-verify-device R4]}}
    gpu.launch_func @hopper::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) dynamic_shared_memory_size %more
    // expected-error @below {{asks for 232448 bytes that the threads of a block share; expected at most 101376, which is what sm_89 has}}
    gpu.launch_func @ada::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) dynamic_shared_memory_size %many
    return
  }
}

// -----

gpu.module @proxies [#nvvm.target<chip = "sm_80">] {
  // expected-note @below {{in kernel @fences}}
  llvm.func @fences() attributes {gpu.kernel, nvvm.kernel} {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
    // expected-error @below {{'nvvm.fence.proxy' op is an instruction that sm_80 lacks; expected sm_90 or later, or a schedule without it}}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.return
  }
}

// -----

// What goes with copies of boxes: barriers that count their bytes.
gpu.module @boxes [#nvvm.target<chip = "sm_80">] {
  // expected-note @below {{in kernel @load}}
  llvm.func @load(%map: !llvm.ptr, %b: !llvm.ptr<3>, %a: !llvm.ptr, %i: i32) attributes {gpu.kernel, nvvm.kernel} {
    nvvm.prefetch level = L2, %a : !llvm.ptr
    nvvm.mbarrier.init %b, %i : !llvm.ptr<3>, i32
    // expected-error @below {{'nvvm.prefetch' op is an instruction that sm_80 lacks; expected sm_90 or later}}
    nvvm.prefetch tensormap, %map : !llvm.ptr
    // expected-error @below {{'nvvm.mbarrier.arrive.expect_tx' op is an instruction that sm_80 lacks; expected sm_90 or later}}
    nvvm.mbarrier.arrive.expect_tx %b, %i : !llvm.ptr<3>, i32
    // expected-error @below {{'nvvm.mbarrier.try_wait.parity' op is an instruction that sm_80 lacks; expected sm_90 or later}}
    nvvm.mbarrier.try_wait.parity %b, %i, %i : !llvm.ptr<3>, i32, i32
    // expected-error @below {{'nvvm.elect.sync' op is an instruction that sm_80 lacks; expected sm_90 or later}}
    %0 = nvvm.elect.sync -> i1
    llvm.return
  }
}
