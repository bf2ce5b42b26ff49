// Of weights with fewer bytes than what they are multiplied by, blocks that run at
// once load all columns, row by row, where these are 32 tiles at most; of more
// columns groups have 1024 rows.
// RUN: relax-opt %s -relax-legalize-ops -relax-fuse-ops=decoded -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_80 -canonicalize -cse | FileCheck %s

// CHECK-LABEL: tir.func private @fused_dequantize_matmul(
// CHECK: tir.for thread_binding "blockIdx.x" %[[BLOCK:.*]] = %c0{{.*}} to %c640
// CHECK: arith.remui %[[BLOCK]], %c20
// CHECK: memref.alloc
relax.func @few(%x: tensor<4096x64xf16>, %q: tensor<64x2560xi8>, %s: tensor<2560xf16>, %z: tensor<2560xi8>) -> tensor<4096x2560xf16> {
  %r = relax.dataflow -> tensor<4096x2560xf16> {
    %0 = relax.dequantize %q, %s, %z {axis = 1 : i64, out_dtype = f16} : (tensor<64x2560xi8>, tensor<2560xf16>, tensor<2560xi8>) -> tensor<64x2560xf16>
    %1 = relax.matmul %x, %0 : (tensor<4096x64xf16>, tensor<64x2560xf16>) -> tensor<4096x2560xf16>
    relax.output %1 : tensor<4096x2560xf16>
  }
  relax.return %r : tensor<4096x2560xf16>
}

// 8 rows of tiles and 40 columns are a group.
// CHECK-LABEL: tir.func private @fused_dequantize_0_matmul_1(
// CHECK: tir.for thread_binding "blockIdx.x" %[[BLOCK:.*]] = %c0{{.*}} to %c640
// CHECK: %[[IN:.*]] = arith.remui %[[BLOCK]], %c320
// CHECK: arith.remui %[[IN]], %c8
// CHECK: memref.alloc
relax.func @many(%x: tensor<2048x64xf16>, %q: tensor<64x5120xi8>, %s: tensor<5120xf16>, %z: tensor<5120xi8>) -> tensor<2048x5120xf16> {
  %r = relax.dataflow -> tensor<2048x5120xf16> {
    %0 = relax.dequantize %q, %s, %z {axis = 1 : i64, out_dtype = f16} : (tensor<64x5120xi8>, tensor<5120xf16>, tensor<5120xi8>) -> tensor<64x5120xf16>
    %1 = relax.matmul %x, %0 : (tensor<2048x64xf16>, tensor<64x5120xf16>) -> tensor<2048x5120xf16>
    relax.output %1 : tensor<2048x5120xf16>
  }
  relax.return %r : tensor<2048x5120xf16>
}
