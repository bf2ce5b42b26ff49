// Groups of 16 rows of tiles are of one product of a batch; of 16 rows, all are one.
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule=chip=sm_80 -canonicalize -cse | FileCheck %s

// CHECK-LABEL: tir.func private @matmul(
// CHECK: tir.for thread_binding "blockIdx.x" %[[BLOCK:.*]] = %c0{{.*}} to %c320
// CHECK: %[[IN:.*]] = arith.remui %[[BLOCK]], %c160
// CHECK: arith.divui %[[BLOCK]], %c160
// CHECK-DAG: arith.remui %[[IN]], %c16
// CHECK-DAG: arith.divui %[[IN]], %c16
relax.func @batches(%a: tensor<2x2048x64xf16>, %b: tensor<2x64x1280xf16>) -> tensor<2x2048x1280xf16> {
  %0 = relax.matmul %a, %b : (tensor<2x2048x64xf16>, tensor<2x64x1280xf16>) -> tensor<2x2048x1280xf16>
  relax.return %0 : tensor<2x2048x1280xf16>
}

// 32 rows of tiles are two groups of 16.
// CHECK-LABEL: tir.func private @matmul_0(
// CHECK: tir.for thread_binding "blockIdx.x" %[[BLOCK:.*]] = %c0{{.*}} to %c320
// CHECK-NOT: arith.minui
// CHECK: arith.remui %[[BLOCK]], %c160
// CHECK: memref.alloc
relax.func @whole(%a: tensor<4096x64xf16>, %b: tensor<64x1280xf16>) -> tensor<4096x1280xf16> {
  %0 = relax.matmul %a, %b : (tensor<4096x64xf16>, tensor<64x1280xf16>) -> tensor<4096x1280xf16>
  relax.return %0 : tensor<4096x1280xf16>
}
