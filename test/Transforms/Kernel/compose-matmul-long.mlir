// Products of f32 matrices of which a result adds many: blocks of the sum.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --symbol-dce -o %t.mlir
// RUN: relax-opt %t.mlir --tir-write-default-cpu-schedule=vector-bits=256 | FileCheck %s
// RUN: relax-interp %t.mlir --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-4

// A long sum is one of blocks, whose products start anew in the tile; a last
// block that is shorter is left to the step.
// CHECK: transform.tir.split %{{.*}} [?, 256]
// CHECK-NEXT: %[[SUM:.*]] = transform.tir.rfactor %[[PRODUCTS:[^,]*]], %{{.*}} axis = 0
// CHECK: transform.tir.compute_at %[[PRODUCTS]]
// CHECK: transform.tir.decompose_reduction %[[PRODUCTS]]
// CHECK: transform.tir.decompose_reduction %[[SUM]]
// CHECK: transform.tir.tile_reduction
relax.func @long(%x: tensor<48x512xf32>, %w: tensor<512x32xf32>) -> tensor<48x32xf32> {
  %0 = relax.matmul %x, %w : (tensor<48x512xf32>, tensor<512x32xf32>) -> tensor<48x32xf32>
  relax.return %0 : tensor<48x32xf32>
}
relax.func @short_block(%x: tensor<48x521xf32>, %w: tensor<521x32xf32>) -> tensor<48x32xf32> {
  %0 = relax.matmul %x, %w : (tensor<48x521xf32>, tensor<521x32xf32>) -> tensor<48x32xf32>
  relax.return %0 : tensor<48x32xf32>
}
