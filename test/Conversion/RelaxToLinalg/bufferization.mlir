// Operators that upstream's bufferization meets become ops of linalg.
// RUN: relax-opt %s --one-shot-bufferize=bufferize-function-boundaries --ownership-based-buffer-deallocation --canonicalize | FileCheck %s
// RUN: relax-opt %s --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops -o /dev/null

// Sizes that nobody names are those of the operands.
// CHECK-LABEL: func.func @chain(
// CHECK: %[[N:.*]] = memref.dim %arg0, %c0
// CHECK: %[[A:.*]] = memref.alloc(%[[N]])
// CHECK: linalg.fill {{.*}} outs(%[[A]]
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 {{.*}} outs(%[[A]]
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<?x12xf32>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
func.func @chain(%x: tensor<?x16xf32>, %y: tensor<16x12xf32>) -> tensor<?xf32> {
  %0 = relax.matmul %x, %y : (tensor<?x16xf32>, tensor<16x12xf32>) -> tensor<?x12xf32>
  %1 = relax.exp %0 : tensor<?x12xf32>
  %2 = relax.sum %1 {axis = array<i64: 1>} : (tensor<?x12xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// CHECK-LABEL: func.func @conv1d(
// CHECK: memref.subview
// CHECK: linalg.copy
// CHECK: linalg.generic
// CHECK-SAME: "reduction", "reduction"]
func.func @conv1d(%x: tensor<?x16x?xf32>, %y: tensor<8x16x3xf32>) -> tensor<?x8x?xf32> {
  %0 = relax.nn.conv1d %x, %y {strides = array<i64: 2>, padding = array<i64: 1, 0>} : (tensor<?x16x?xf32>, tensor<8x16x3xf32>) -> tensor<?x8x?xf32>
  return %0 : tensor<?x8x?xf32>
}

// A result that is also written elsewhere is not overwritten.
// CHECK-LABEL: func.func @twice(
// CHECK: linalg.generic
// CHECK: linalg.fill
func.func @twice(%x: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.add %0, %1 : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
