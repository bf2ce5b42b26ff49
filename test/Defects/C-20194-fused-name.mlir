// A function that is called as a fused one would be keeps its name.
// RUN: relax-opt %s -relax-fuse-ops -relax-fuse-tir -relax-verify-symbols | FileCheck %s

// CHECK: tir.func private @fused_exp_exp(
// CHECK: %[[FUSED:.*]] = relax.call_tir @fused_exp_exp_0(
// CHECK: relax.call_tir @fused_exp_exp(%[[FUSED]])
// CHECK: tir.func private @fused_exp_exp_0(
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.func private @fused_exp_exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 8 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = relax.call_tir @exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = relax.call_tir @fused_exp_exp(%2) : (tensor<4xf32>) -> tensor<4xf32>
    relax.output %3 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
