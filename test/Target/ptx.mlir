// Kernels of a GPU: what the stages give, and PTX of it.
// REQUIRES: ptxas
// RUN: relax-compile %s --target=sm_90 -o - --emit=ptx | FileCheck %s
// RUN: relax-compile %s --target=sm_75 -o %t.ptx
// RUN: FileCheck %s --check-prefix=OLD < %t.ptx
// RUN: relax-compile %s --target=sm_90 --stop-at=device -o - | FileCheck %s --check-prefix=STAGE
// RUN: relax-compile %s --target=sm_90 --stop-at=schedule -o %t.mlir
// RUN: relax-compile %t.mlir --start-at=memory --target=sm_90 -o - --emit=ptx | FileCheck %s

// CHECK: .target sm_90
// CHECK: .visible .entry fused_add_exp(
// CHECK: .maxntid 256, 1, 1
// CHECK: ld.global
// CHECK: ex2.approx
// CHECK: st.global
// OLD: .target sm_75
// OLD: .visible .entry fused_add_exp(

// STAGE: tir.func private @fused_add_exp
// STAGE: gpu.launch_func{{ +}}@kernels::@fused_add_exp blocks in
// STAGE: gpu.module @kernels [#nvvm.target<chip = "sm_90">]
// STAGE: llvm.func @fused_add_exp({{.*}} nvvm.kernel
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.exp %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
