// A group with a program without loops and blocks is fused, or left with a
// remark; either way it runs.
// RUN: relax-interp %s | FileCheck %s
// RUN: relax-opt %s -relax-fuse-ops -relax-fuse-tir -relax-dead-code-elimination | relax-interp - | FileCheck %s

// CHECK: [1, 2]
tir.func private @scalar(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %x[%c0] : memref<2xf32>
  memref.store %0, %y[%c0] : memref<2xf32>
  %1 = memref.load %x[%c1] : memref<2xf32>
  memref.store %1, %y[%c1] : memref<2xf32>
  tir.return
}
relax.func @main() -> tensor<2xf32> {
  %x = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = relax.dataflow -> tensor<2xf32> {
    %1 = relax.call_tir @scalar(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = relax.call_tir @scalar(%1) : (tensor<2xf32>) -> tensor<2xf32>
    relax.output %2 : tensor<2xf32>
  }
  relax.return %0 : tensor<2xf32>
}
