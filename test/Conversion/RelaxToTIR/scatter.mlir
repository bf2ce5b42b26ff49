// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Rows along the axis are independent, and an index outside writes nothing.
// CHECK-LABEL: relax.func @elements
// CHECK: tir.block "copy"
// CHECK: tir.block "scatter" iters(%{{.*}} : spatial
// CHECK: tir.for
// CHECK: tir.if
// CHECK: arith.addf
relax.func @elements(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.scatter_elements %x, %i, %u {reduction = "add"} : (tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @mean
// CHECK: tir.block "copy"
// CHECK: tir.block "count"
// CHECK: tir.block "scatter" iters(%{{.*}} : spatial
// CHECK: tir.block "mean"
relax.func @mean(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.scatter_nd %x, %i, %u {reduction = "mean"} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @slice
// CHECK: tir.block "copy"
// CHECK: tir.block "slice"
// CHECK-NOT: tir.if
relax.func @slice(%x: tensor<8x4xf32>, %y: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %0 = relax.slice_scatter %x, %y {start = #relax.expr<1>, end = #relax.expr<4>} : (tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  relax.return %0 : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: relax.func @index_put
// CHECK: tir.block "scatter" iters(%{{.*}} : spatial
// CHECK: tir.if
relax.func @index_put(%x: tensor<3x4xf32>, %i: tensor<2xi64>, %v: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.index_put %x, %i, %v {accumulate = true} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}
