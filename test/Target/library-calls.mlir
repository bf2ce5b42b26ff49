// RUN: relax-compile %s -o %t.mlir --library=dnnl --stop-at=graph
// RUN: FileCheck %s < %t.mlir
// RUN: relax-compile %s -o %t.mlir --stop-at=graph
// RUN: FileCheck %s --check-prefix=OWN < %t.mlir
// RUN: not relax-compile %s -o %t.mlir --library=dnnl --stop-at=read 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not relax-compile %s -o %t.mlir --library=dnnl --start-at=kernel --stop-at=kernel 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not relax-compile %s -o %t.so --library=dnnl --target=sm_90 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not relax-compile %s -o %t.so --library=mine 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: relax-compile %s -o %t.mlir --library-patterns=%S/Inputs/library-patterns.mlir --library=dnnl --stop-at=graph
// RUN: FileCheck %s --check-prefix=BOTH < %t.mlir
// STAGE: relax-compile: error: --library=dnnl takes operators, which the graph stage is the last to have whole, expected it among the stages that are run; see --start-at and --stop-at
// GPU: relax-compile: error: --library=dnnl computes on the processor, expected --target=cpu, found "sm_90"; leave it out
// NAME: error: expected the library "dnnl" or a file of patterns, found the library "mine"; write its patterns, as docs/Libraries.md says

// The batch norm is in the weights, so that convolution, bias and relu are one
// call; our own code is beside it.
// CHECK: relax.if
// CHECK: relax.call_dps_packed @relax.dnnl.conv2d
// CHECK-NOT: relax.nn.batch_norm
// OWN-NOT: relax.dnnl
// Patterns of one's own are first; oneDNN gets the rest.
// BOTH-DAG: relax.call_dps_packed @fused_relax_nn_relu_mine
// BOTH-DAG: relax.call_dps_packed @relax.dnnl.conv2d
relax.func @main(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x3x3xf32>, %c: tensor<4xf32>) -> tensor<1x4x6x6xf32> {
  %0 = relax.dataflow -> tensor<1x4x6x6xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>) -> tensor<1x4x6x6xf32>
    %2:3 = relax.nn.batch_norm %1, %c, %c, %c, %c {axis = 1 : i64} : (tensor<1x4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<1x4x6x6xf32>, tensor<4xf32>, tensor<4xf32>)
    %3 = relax.nn.relu %2#0 : tensor<1x4x6x6xf32>
    relax.output %3 : tensor<1x4x6x6xf32>
  }
  relax.return %0 : tensor<1x4x6x6xf32>
}
