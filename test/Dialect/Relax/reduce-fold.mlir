// Reductions: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @sum(
// CHECK-NEXT: relax.return %arg0
relax.func @sum(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sum %x {axis = array<i64>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @prod(
// CHECK-NEXT: relax.return %arg0
relax.func @prod(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.prod %x {axis = array<i64>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @max(
// CHECK-NEXT: relax.return %arg0
relax.func @max(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.max %x {axis = array<i64>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @min(
// CHECK-NEXT: relax.return %arg0
relax.func @min(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.min %x {axis = array<i64>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @mean(
// CHECK-NEXT: relax.return %arg0
relax.func @mean(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.mean %x {axis = array<i64>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @scalar_axes(
// CHECK: relax.sum
relax.func @scalar_axes(%x: tensor<1xf32>) -> tensor<1xf32> {
  %0 = relax.sum %x {axis = array<i64: 0>, keepdims = true} : (tensor<1xf32>) -> tensor<1xf32>
  relax.return %0 : tensor<1xf32>
}
