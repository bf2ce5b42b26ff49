// Products of groups of rows by a matrix each are one kernel: a block looks for its
// group, and has rows of that alone.
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule=chip=sm_80 | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops '-tir-default-gpu-schedule=chip=sm_80 skip-rules=grouped-matmul' | FileCheck %s --check-prefix=SKIPPED
// RUN: relax-opt %s -relax-legalize-ops -o %t.mlir
// RUN: relax-interp %t.mlir --quiet --before-after='tir-default-gpu-schedule{chip=sm_80}'
// RUN: relax-interp %t.mlir --quiet --before-after='tir-default-gpu-schedule{chip=sm_75}'

relax.extern_func @cutlass.group_gemm

// 150 rows in three groups are up to 7 tiles of 32 rows, by 3 of 32 columns.
// CHECK-LABEL: tir.func private @cutlass_group_gemm(
// CHECK-SAME: %[[ENDS:[^ ]*]]: memref<3xi64>
// CHECK: tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c21
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: memref.load %[[ENDS]][%c0
// CHECK: memref.load %[[ENDS]][%c1
// CHECK: memref.load %[[ENDS]][%c2
// CHECK: nvgpu.device_async_copy
// CHECK: nvgpu.mma.sync
// CHECK: tir.return
// SKIPPED-LABEL: tir.func private @cutlass_group_gemm(
// SKIPPED-NOT: nvgpu.mma.sync
// SKIPPED: tir.return
relax.func @experts(%x: tensor<150x64xf16>, %w: tensor<3x72x64xf16>, %ends: tensor<3xi64>, %s: tensor<16xui8>) -> tensor<150x72xf16> {
  %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %ends, %s) : (tensor<150x64xf16>, tensor<3x72x64xf16>, tensor<3xi64>, tensor<16xui8>) -> tensor<150x72xf16>
  relax.return %0 : tensor<150x72xf16>
}

relax.func @open(%x: tensor<?x64xf32, #relax.dims<[n, 64]>>, %w: tensor<2x40x64xf32>, %ends: tensor<2xi64>, %s: tensor<16xui8>) -> tensor<?x40xf32, #relax.dims<[n, 40]>> {
  %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %ends, %s) : (tensor<?x64xf32, #relax.dims<[n, 64]>>, tensor<2x40x64xf32>, tensor<2xi64>, tensor<16xui8>) -> tensor<?x40xf32, #relax.dims<[n, 40]>>
  relax.return %0 : tensor<?x40xf32, #relax.dims<[n, 40]>>
}

// Many groups are gone over in a loop.
// CHECK-LABEL: tir.func private @cutlass_group_gemm_1(
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: tir.for %{{.*}} = %c0{{.*}} to %c65
// CHECK: memref.load %arg2
// CHECK: tir.return
relax.func @many(%x: tensor<40x16xf16>, %w: tensor<65x8x16xf16>, %ends: tensor<65xi64>, %s: tensor<16xui8>) -> tensor<40x8xf16> {
  %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %ends, %s) : (tensor<40x16xf16>, tensor<65x8x16xf16>, tensor<65xi64>, tensor<16xui8>) -> tensor<40x8xf16>
  relax.return %0 : tensor<40x8xf16>
}
