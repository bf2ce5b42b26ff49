// Operators that combine elements: reductions, products, windows, norms.
// RUN: relax-opt %s --convert-relax-to-linalg | FileCheck %s
// RUN: relax-opt %s --convert-relax-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops -o /dev/null

// CHECK-LABEL: func.func @max
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<?xf32>)
// CHECK: iterator_types = ["parallel", "reduction"]
relax.func @max(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.max %x {axis = array<i64: 1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// Both results of one pass over the operand.
// CHECK-LABEL: func.func @argmax
// CHECK: linalg.index 1
relax.func @argmax(%x: tensor<8x4xf32>) -> tensor<8xi64> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<8x4xf32>) -> tensor<8xi64>
  relax.return %0 : tensor<8xi64>
}

// CHECK-LABEL: func.func @variance
// CHECK-COUNT-3: linalg.generic
relax.func @variance(%x: tensor<8x4xf32>) -> tensor<8x1xf32> {
  %0 = relax.variance %x {axis = array<i64: 1>, keepdims = true} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  relax.return %0 : tensor<8x1xf32>
}

// CHECK-LABEL: func.func @matmul
// CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<?x16xf32>, tensor<16x4xf32>)
relax.func @matmul(%x: tensor<?x16xf32, #relax.dims<[n, 16]>>, %y: tensor<16x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.matmul %x, %y : (tensor<?x16xf32, #relax.dims<[n, 16]>>, tensor<16x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: func.func @batch_matmul
// CHECK: linalg.batch_matmul
relax.func @batch_matmul(%x: tensor<2x8x16xf32>, %y: tensor<2x16x4xf32>) -> tensor<2x8x4xf32> {
  %0 = relax.matmul %x, %y : (tensor<2x8x16xf32>, tensor<2x16x4xf32>) -> tensor<2x8x4xf32>
  relax.return %0 : tensor<2x8x4xf32>
}

// No named op has two axes of batches.
// CHECK-LABEL: func.func @many_batches
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
relax.func @many_batches(%x: tensor<2x3x8x16xf32>, %y: tensor<3x16x4xf32>) -> tensor<2x3x8x4xf32> {
  %0 = relax.matmul %x, %y : (tensor<2x3x8x16xf32>, tensor<3x16x4xf32>) -> tensor<2x3x8x4xf32>
  relax.return %0 : tensor<2x3x8x4xf32>
}

// CHECK-LABEL: func.func @conv2d
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[0, 0, 1, 1] [1, 3, 8, 8] [1, 1, 1, 1]
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}strides = dense<2>
relax.func @conv2d(%x: tensor<1x3x8x8xf32>, %y: tensor<4x3x3x3xf32>) -> tensor<1x4x4x4xf32> {
  %0 = relax.nn.conv2d %x, %y {padding = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x4x4xf32>
  relax.return %0 : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func.func @groups
// CHECK: linalg.generic
// CHECK-SAME: "reduction", "reduction", "reduction"]
relax.func @groups(%x: tensor<1x4x8x8xf32>, %y: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  %0 = relax.nn.conv2d %x, %y {groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32>
  relax.return %0 : tensor<1x6x6x6xf32>
}

// An operand without elements says how large the window is.
// CHECK-LABEL: func.func @max_pool2d
// CHECK: tensor.empty() : tensor<2x2xf32>
// CHECK: linalg.pooling_nchw_max
relax.func @max_pool2d(%x: tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32>
  relax.return %0 : tensor<1x3x4x4xf32>
}

// CHECK-LABEL: func.func @softmax
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.divf
relax.func @softmax(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = relax.nn.softmax %x : tensor<8x4xf32>
  relax.return %0 : tensor<8x4xf32>
}

// Attention stands for other operators.
// CHECK-LABEL: func.func @attention
// CHECK: math.exp
relax.func @attention(%q: tensor<1x8x2x4xf32>, %k: tensor<1x8x2x4xf32>, %v: tensor<1x8x2x4xf32>) -> tensor<1x8x2x4xf32> {
  %0 = relax.nn.attention %q, %k, %v {causal_mask = "TopLeft"} : (tensor<1x8x2x4xf32>, tensor<1x8x2x4xf32>, tensor<1x8x2x4xf32>) -> tensor<1x8x2x4xf32>
  relax.return %0 : tensor<1x8x2x4xf32>
}
