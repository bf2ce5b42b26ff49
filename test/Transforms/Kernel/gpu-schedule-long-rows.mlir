// Enough long rows for most of a GPU: nests that go through them share a kernel,
// and none is cut into pieces; a reduction alone is. (Too large to be executed
// here; gpu-schedule-split-reduction.mlir executes fewer rows.)
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s

// CHECK-LABEL: tir.func private @nn_batch_norm(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c64
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @norm(%x: tensor<32x64x56x56xf32>, %p: tensor<64xf32>, %q: tensor<64xf32>, %m: tensor<64xf32>, %v: tensor<64xf32>) -> (tensor<32x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>) {
  %0:3 = relax.nn.batch_norm %x, %p, %q, %m, %v {axis = 1 : i64, training = true} : (tensor<32x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>)
  relax.return %0#0, %0#1, %0#2 : tensor<32x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>
}

// CHECK-LABEL: tir.func private @mean_0(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c512
// CHECK:       blockIdx
// CHECK:       tir.return
relax.func @mean(%x: tensor<64x100352xf32>) -> tensor<64xf32> {
  %0 = relax.mean %x {axis = array<i64: 1>} : (tensor<64x100352xf32>) -> tensor<64xf32>
  relax.return %0 : tensor<64xf32>
}
