// RUN: relax-opt %s --relax-fuse-transpose-matmul | FileCheck %s
// RUN: relax-opt %s --relax-fuse-transpose-matmul --relax-fuse-transpose-matmul | FileCheck %s
// RUN: %same-results=relax-fuse-transpose-matmul --tolerance=1e-3

// Of matrices, of batches that broadcast, for a row.
// CHECK-LABEL: relax.func @weights
// CHECK: %[[A:.*]] = relax.einsum %arg0, %arg1 {subscripts = "...ik,...jk->...ij"} : (tensor<?x4xf32, #{{.*}}>, tensor<8x4xf32>) -> tensor<?x8xf32, #{{.*}}>
// CHECK-NEXT: %[[B:.*]] = relax.einsum %arg0, %arg2 {subscripts = "...ik,...jk->...ij"} : (tensor<?x4xf32, #{{.*}}>, tensor<3x8x4xf32>) -> tensor<3x?x8xf32, #{{.*}}>
// CHECK-NEXT: %[[C:.*]] = relax.einsum %arg3, %arg2 {subscripts = "k,...jk->...j"} : (tensor<4xf32>, tensor<3x8x4xf32>) -> tensor<3x8xf32>
// CHECK-NEXT: relax.output %[[A]], %[[B]], %[[C]]
relax.func @weights(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>, %v: tensor<3x8x4xf32>, %r: tensor<4xf32>) -> (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<3x?x8xf32, #relax.dims<[3, n, 8]>>, tensor<3x8xf32>) {
  %0:3 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<3x?x8xf32, #relax.dims<[3, n, 8]>>, tensor<3x8xf32> {
    %1 = relax.permute_dims %w : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %2 = relax.matmul %x, %1 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    %3 = relax.permute_dims %v {axes = array<i64: 0, 2, 1>} : (tensor<3x8x4xf32>) -> tensor<3x4x8xf32>
    %4 = relax.matmul %x, %3 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<3x4x8xf32>) -> tensor<3x?x8xf32, #relax.dims<[3, n, 8]>>
    %5 = relax.matmul %r, %3 : (tensor<4xf32>, tensor<3x4x8xf32>) -> tensor<3x8xf32>
    relax.output %2, %4, %5 : tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<3x?x8xf32, #relax.dims<[3, n, 8]>>, tensor<3x8xf32>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<3x?x8xf32, #relax.dims<[3, n, 8]>>, tensor<3x8xf32>
}

// Batches that move, a wider result, a size that may be 1, a first factor.
// CHECK-LABEL: relax.func @stays
// CHECK-NOT: relax.einsum
// CHECK: relax.return
relax.func @stays(%v: tensor<4x3x4xf32>, %x: tensor<4x4xf32>, %y: tensor<4x?xf32, #relax.dims<[4, n]>>, %z: tensor<4x?xf32, #relax.dims<[4, m]>>) -> (tensor<4x3x3xf32>, tensor<4x4xf64>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0:4 = relax.dataflow -> tensor<4x3x3xf32>, tensor<4x4xf64>, tensor<4x4xf32>, tensor<4x4xf32> {
    %1 = relax.permute_dims %v : (tensor<4x3x4xf32>) -> tensor<4x3x4xf32>
    %2 = relax.permute_dims %1 {axes = array<i64: 2, 0, 1>} : (tensor<4x3x4xf32>) -> tensor<4x4x3xf32>
    %3 = relax.matmul %v, %2 : (tensor<4x3x4xf32>, tensor<4x4x3xf32>) -> tensor<4x3x3xf32>
    %4 = relax.permute_dims %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = relax.matmul %x, %4 {out_dtype = f64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf64>
    %6 = relax.permute_dims %z : (tensor<4x?xf32, #relax.dims<[4, m]>>) -> tensor<?x4xf32, #relax.dims<[m, 4]>>
    %7 = relax.matmul %y, %6 : (tensor<4x?xf32, #relax.dims<[4, n]>>, tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<4x4xf32>
    %8 = relax.matmul %4, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %3, %5, %7, %8 : tensor<4x3x3xf32>, tensor<4x4xf64>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3 : tensor<4x3x3xf32>, tensor<4x4xf64>, tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: relax.func private @dead
// CHECK: relax.einsum
relax.func private @dead(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = relax.dataflow -> tensor<4x4xf32> {
    %1 = relax.permute_dims %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = relax.matmul %x, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %2 : tensor<4x4xf32>
  }
  relax.return %0 : tensor<4x4xf32>
}

// Outside of a region nothing changes.
// CHECK-LABEL: relax.func @outside
// CHECK-NEXT: relax.permute_dims
// CHECK-NEXT: relax.matmul
relax.func @outside(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %1 = relax.permute_dims %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = relax.matmul %x, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return %2 : tensor<4x4xf32>
}
