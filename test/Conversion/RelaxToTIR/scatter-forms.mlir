// What operators of ScatterOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @index_put(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
// CHECK: tir.block "copy" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "scatter" iters({{.*}} : spatial
// CHECK: arith.andi
// CHECK: tir.if
// CHECK: arith.addf
relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2xi64>, %v: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.index_put %x, %i, %v {accumulate = true} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @scatter_elements(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
// CHECK: tir.block "copy" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "scatter" iters({{.*}} : spatial
// CHECK: arith.andi
// CHECK: tir.if
// CHECK: arith.addf
relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.scatter_elements %x, %i, %u {reduction = "add"} : (tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @scatter_nd(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
// CHECK: tir.block "copy" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "scatter" iters({{.*}} : spatial
// CHECK: arith.andi
// CHECK: tir.if
relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.scatter_nd %x, %i, %u : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @slice_scatter(%{{.*}}, %{{.*}}) : (tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
// CHECK: tir.block "copy" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "slice" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<8x4xf32>, %y: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %0 = relax.slice_scatter %x, %y {start = #relax.expr<1>, end = #relax.expr<4>} : (tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  relax.return %0 : tensor<8x4xf32>
}
