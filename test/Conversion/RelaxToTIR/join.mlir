// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// A copy for each operand; the second goes behind the first.
// CHECK-LABEL: relax.func @main
// CHECK: tir.func private @concat
// CHECK: %[[SIZE:.*]] = memref.dim
// CHECK: tir.block "concat" iters(%[[I:.*]] : spatial = {{.*}}, %[[J:.*]] : spatial
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK: tir.block "concat" iters(%[[K:.*]] : spatial = {{.*}}, %[[L:.*]] : spatial
// CHECK: %[[PLACE:.*]] = arith.addi %[[K]], %[[SIZE]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[PLACE]], %[[L]]]
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>> {
  %0 = relax.concat %x, %y {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
}

// -----

// CHECK-LABEL: relax.func @stack
// CHECK: tir.block "stack" iters(%[[I:.*]] : spatial
// CHECK: %[[PART:.*]] = arith.constant 0 : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[PART]]]
// CHECK: tir.block "stack"
// CHECK: %[[NEXT:.*]] = arith.constant 1 : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %[[NEXT]]]
relax.func @stack(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3x2xf32> {
  %0 = relax.stack %x, %y {axis = -1 : i64} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  relax.return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: relax.func @split
// CHECK: tir.func private @split{{.*}}(%[[X:.*]]: memref<?x7xf32> {{.*}}, %[[FIRST:.*]]: memref<?x3xf32> {{.*}}, %[[SECOND:.*]]: memref<?x4xf32>
// CHECK: tir.block "split"
// CHECK: memref.store %{{.*}}, %[[FIRST]]
// CHECK: tir.block "split"
// CHECK: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: arith.addi %{{.*}}, %[[THREE]]
// CHECK: memref.store %{{.*}}, %[[SECOND]]
relax.func @split(%x: tensor<?x7xf32, #relax.dims<[n, 7]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0:2 = relax.split %x {indices = array<i64: 3>, axis = 1 : i64} : (tensor<?x7xf32, #relax.dims<[n, 7]>>) -> (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>)
  relax.return %0#1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
