// An instruction that the chip lacks is an error, whichever it is, for each
// module that has one; where LLVM gives up, it leaves memory.
// UNSUPPORTED: sanitized
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-gpu-serialize-modules

// expected-error @+1 {{cannot be turned into code of #nvvm.target<chip = "sm_75">: LLVM says "Cannot select: }}
gpu.module @products [#nvvm.target<chip = "sm_75">] {
  llvm.func @kernel(%p: !llvm.ptr<1>, %a: vector<2xf16>, %c: f32) attributes {nvvm.kernel} {
    %0 = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %1, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
// expected-error @+1 {{cannot be turned into code of #nvvm.target<chip = "sm_75">: LLVM says "Cannot select: intrinsic %llvm.nvvm.cp.async.cg.shared.global.16"; expected a chip that has it, or a schedule without it}}
gpu.module @copies [#nvvm.target<chip = "sm_75">] {
  llvm.func @kernel(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) attributes {nvvm.kernel} {
    nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.return
  }
}
gpu.module @right [#nvvm.target<chip = "sm_75">] {
  llvm.func @kernel(%p: !llvm.ptr<1>, %c: f32) attributes {nvvm.kernel} {
    llvm.store %c, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// The same on a chip that has it.
gpu.module @copies [#nvvm.target<chip = "sm_80">] {
  llvm.func @kernel(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) attributes {nvvm.kernel} {
    nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.return
  }
}
