// RUN: relax-compile %s -o %t.mlir --library=dnnl --stop-at=graph
// RUN: FileCheck %s < %t.mlir
// RUN: relax-compile %s -o %t.mlir --stop-at=graph
// RUN: FileCheck %s --check-prefix=OWN < %t.mlir
// RUN: not relax-compile %s -o %t.mlir --library=dnnl --stop-at=read 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not relax-compile %s -o %t.mlir --library=dnnl --start-at=kernel --stop-at=kernel 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not relax-compile %s -o %t.so --library=dnnl --target=sm_90 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not relax-compile %s -o %t.so --library=mine 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not relax-compile %s -o %t.so --library=cudnn 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not relax-compile %s -o %t.so --library=cublas,cudnn --target=sm_90 --emulate 2>&1 | FileCheck %s --check-prefix=EMULATED
// RUN: not relax-compile %s -o %t.so --library-patterns=%S/Inputs/library-patterns.mlir --target=sm_90 2>&1 | FileCheck %s --check-prefix=PATTERNS
// RUN: relax-compile %s -o %t.mlir --library=cublas,cudnn --target=sm_90a --stop-at=kernel
// RUN: FileCheck %s --check-prefix=DEVICE < %t.mlir
// RUN: relax-compile %s -o %t.mlir --library-patterns=%S/Inputs/library-patterns.mlir --library=dnnl --stop-at=graph
// RUN: FileCheck %s --check-prefix=BOTH < %t.mlir
// STAGE: relax-compile: error: --library=dnnl takes operators, which the graph stage is the last to have whole, expected it among the stages that are run; see --start-at and --stop-at
// GPU: relax-compile: error: --library=dnnl computes on the processor, expected --target=cpu, found "sm_90"; leave it out
// HOST: relax-compile: error: --library=cudnn computes on a GPU, expected a chip as in --target=sm_90, without --emulate; leave it out
// EMULATED: relax-compile: error: --library=cublas computes on a GPU, expected a chip as in --target=sm_90, without --emulate; leave it out
// PATTERNS: relax-compile: error: --library-patterns={{.*}} computes on the processor, expected --target=cpu, found "sm_90"; leave it out
// NAME: error: expected the library "dnnl", "cublas", "cudnn", or a file of patterns, found the library "mine"; write its patterns, as docs/Libraries.md says

// The batch norm is in the weights, so that convolution, bias and relu are one
// call; our own code is beside it.
// CHECK: relax.if
// CHECK: relax.call_dps_packed @relax.dnnl.conv2d
// CHECK-NOT: relax.nn.batch_norm
// OWN-NOT: relax.dnnl
// A library of the GPU gets tensors there, as our own code does.
// DEVICE: #[[V:.*]] = #relax.vdevice<"cuda", 0>
// DEVICE: #[[G:.*]] = #relax.dims<[1, 2, 8, 8], vdevice = #[[V]]>
// DEVICE: relax.call @fused_relax_nn_conv2d_cudnn({{.*}}) : (tensor<1x2x8x8xf32, #[[G]]>
// DEVICE: relax.if
// DEVICE-NOT: relax.to_vdevice
// DEVICE: relax.call_dps_packed @relax.cudnn.conv2d({{.*}}) : (tensor<1x2x8x8xf32, #[[G]]>
// DEVICE: } else {
// DEVICE: relax.call @fused_relax_nn_conv2d_cudnn_lambda(%{{.*}}, %{{.*}}) : (tensor<1x2x8x8xf32, #[[G]]>
// DEVICE-NOT: relax.to_vdevice
// DEVICE: relax.extern_func @relax.cudnn.conv2d {relax.needs_device}
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
