// Columns behind the whole blocks: zeros fill the last block, and a narrower
// tile computes them.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --relax-pack-operands=block=8 > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --relax-pack-operands=block=8 | diff %t -
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed > %t.tiled
// RUN: FileCheck %s --check-prefix=TILE < %t.tiled
// RUN: relax-opt %t.tiled --tir-default-cpu-schedule=vector-bits=256 | diff %t.tiled -
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,relax-pack-operands{block=8},tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// CHECK-LABEL: relax.func @rows
// CHECK: relax.constant dense<{{\[\[\[}}-1.000000e+00, {{.*}}, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]]> : tensor<2x2x8xf32>
relax.func @rows(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<?x12xf32, #relax.dims<[n, 12]>> {
  %w = relax.constant dense<[[-1.0, 4.0, -2.0, 1.0, 3.0, -3.0, -4.0, 3.0, 0.0, 4.0, -1.0, -1.0], [3.0, 4.0, 4.0, 3.0, 2.0, -2.0, -1.0, -2.0, 4.0, 2.0, -4.0, -3.0]]> : tensor<2x12xf32>
  %0 = relax.matmul %x, %w : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x12xf32>) -> tensor<?x12xf32, #relax.dims<[n, 12]>>
  relax.return %0 : tensor<?x12xf32, #relax.dims<[n, 12]>>
}

// A convolution, and what is done with its result.
// CHECK-LABEL: relax.func @image
// CHECK: tensor<3x1x1x3x8xf32>
relax.func @image(%x: tensor<1x5x3x3xf32>) -> tensor<1x5x3x20xf32> {
  %w = relax.constant dense<[[[[-2.0, -4.0, 0.0, -4.0, 0.0, 3.0, 2.0, 2.0, 2.0, 3.0, -2.0, 1.0, -3.0, -4.0, -2.0, 3.0, -1.0, 0.0, 2.0, 0.0], [2.0, 4.0, 2.0, 1.0, 4.0, 2.0, -1.0, 1.0, -4.0, 0.0, -2.0, 1.0, 4.0, -3.0, -1.0, 0.0, 0.0, -3.0, -3.0, 3.0], [3.0, -3.0, 1.0, -3.0, 2.0, -2.0, -4.0, 0.0, 2.0, 2.0, -3.0, -4.0, -4.0, 2.0, 1.0, 4.0, 0.0, 4.0, -1.0, -4.0]]]]> : tensor<1x1x3x20xf32>
  %0 = relax.dataflow -> tensor<1x5x3x20xf32> {
    %1 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x5x3x3xf32>, tensor<1x1x3x20xf32>) -> tensor<1x5x3x20xf32>
    %2 = relax.nn.relu %1 : tensor<1x5x3x20xf32>
    relax.output %2 : tensor<1x5x3x20xf32>
  }
  relax.return %0 : tensor<1x5x3x20xf32>
}

// Fewer columns than a block; a short vector that would be too short; one
// number, of which there are no bytes to move.
// CHECK-LABEL: relax.func @stay
// CHECK: tensor<2x4xf32>) -> tensor<1x4xf32>
// CHECK: tensor<2x10xf32>) -> tensor<1x10xf32>
// CHECK: tensor<2x12xf32>) -> tensor<1x12xf32>
relax.func @stay(%x: tensor<1x2xf32>) -> (tensor<1x4xf32>, tensor<1x10xf32>, tensor<1x12xf32>) {
  %w = relax.constant dense<[[0.0, -4.0, -3.0, -3.0], [4.0, -4.0, -1.0, 2.0]]> : tensor<2x4xf32>
  %v = relax.constant dense<[[0.0, 0.0, -2.0, -4.0, 1.0, 1.0, 1.0, -2.0, 2.0, 2.0], [3.0, 4.0, 2.0, 4.0, -3.0, 4.0, 0.0, 2.0, -1.0, 0.0]]> : tensor<2x10xf32>
  %u = relax.constant dense<1.5> : tensor<2x12xf32>
  %0 = relax.matmul %x, %w : (tensor<1x2xf32>, tensor<2x4xf32>) -> tensor<1x4xf32>
  %1 = relax.matmul %x, %v : (tensor<1x2xf32>, tensor<2x10xf32>) -> tensor<1x10xf32>
  %2 = relax.matmul %x, %u : (tensor<1x2xf32>, tensor<2x12xf32>) -> tensor<1x12xf32>
  relax.return %0, %1, %2 : tensor<1x4xf32>, tensor<1x10xf32>, tensor<1x12xf32>
}

// TILE-LABEL: tir.func private @matmul(
// TILE: memref.alloc() : memref<{{[0-9]+}}x8xf32>
// TILE: memref.alloc() : memref<{{[0-9]+}}x4xf32>
