// RUN: relax-opt %s --relax-optimize-layout-transform | FileCheck %s
// RUN: relax-opt %s --relax-optimize-layout-transform --relax-optimize-layout-transform | FileCheck %s
// RUN: %same-results=relax-optimize-layout-transform

// There and back, twice; of sizes with names.
// CHECK-LABEL: relax.func @pairs
// CHECK-NOT: relax.layout_transform
// CHECK: relax.output %arg0
relax.func @pairs(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
    %1 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
    %2 = relax.layout_transform %1 {index_map = affine_map<(j, i, k) -> (i, j * 4 + k)>} : (tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    %3 = relax.layout_transform %2 {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<8x?xf32, #relax.dims<[8, n]>>
    %4 = relax.layout_transform %3 {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<8x?xf32, #relax.dims<[8, n]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    relax.output %4 : tensor<?x8xf32, #relax.dims<[n, 8]>>
  }
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}

// The same shape, but other places; padding that stays; one alone; something
// between.
// CHECK-LABEL: relax.func @stays
// CHECK-COUNT-7: relax.layout_transform
relax.func @stays(%x: tensor<4x4xf32>, %y: tensor<7xf32>) -> (tensor<4x4xf32>, tensor<8xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %1 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = relax.layout_transform %1 {index_map = affine_map<(i, j) -> (3 - i, j)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = relax.layout_transform %y {index_map = affine_map<(i) -> (i floordiv 4, i mod 4)>, pad_value = 1.0 : f64} : (tensor<7xf32>) -> tensor<2x4xf32>
  %4 = relax.layout_transform %3 {index_map = affine_map<(i, j) -> (i * 4 + j)>} : (tensor<2x4xf32>) -> tensor<8xf32>
  %5 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = relax.exp %6 : tensor<4x4xf32>
  %8 = relax.layout_transform %7 {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return %2, %4, %5, %8 : tensor<4x4xf32>, tensor<8xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// Its memory is ended before the result is used.
// CHECK-LABEL: relax.func @ended
// CHECK: relax.layout_transform
// CHECK: relax.layout_transform
tir.func @step(%x: memref<4x4xf32>, %y: memref<4x4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4x4xf32> to memref<4x4xf32>
  tir.return
}
relax.func @ended(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<4x4xf32>
  relax.call_prim_func @step ins(%x : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>)
  %1 = relax.layout_transform %0 {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = relax.layout_transform %1 {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.memory.kill_tensor %0 : tensor<4x4xf32>
  relax.return %2 : tensor<4x4xf32>
}

// CHECK-LABEL: relax.func private @dead
// CHECK-NEXT: relax.return %arg0
relax.func private @dead(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %1 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = relax.layout_transform %1 {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return %2 : tensor<4x4xf32>
}

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
