// Operators that move elements: slices, transposes, reshapes, gathers, fills.
// RUN: relax-opt %s --convert-relax-to-linalg | FileCheck %s
// RUN: relax-opt %s --convert-relax-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops -o /dev/null

// CHECK-LABEL: func.func @concat
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[0, 0] [2, 3] [1, 1]
// CHECK: tensor.insert_slice %arg1 into %{{.*}}[0, 3] [2, 4] [1, 1]
// CHECK: linalg.transpose {{.*}} permutation = [1, 0]
relax.func @concat(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<7x2xf32> {
  %0 = relax.concat %x, %y {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  %1 = relax.permute_dims %0 : (tensor<2x7xf32>) -> tensor<7x2xf32>
  relax.return %1 : tensor<7x2xf32>
}

// CHECK-LABEL: func.func @stack
// CHECK: tensor.insert_slice %arg1 into %{{.*}}[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
relax.func @stack(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = relax.stack %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @slices
// CHECK: tensor.extract_slice %arg0[0, 1] [6, 2] [1, 3]
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [2, 2] [1, 1]
// CHECK: tensor.extract_slice %{{.*}}[2, 0] [4, 2] [1, 1]
relax.func @slices(%x: tensor<6x8xf32>) -> (tensor<2x2xf32>, tensor<4x2xf32>) {
  %0 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<7>], strides = array<i64: 3>} : (tensor<6x8xf32>) -> tensor<6x2xf32>
  %1:2 = relax.split %0 {indices = array<i64: 2>, axis = 0 : i64} : (tensor<6x2xf32>) -> (tensor<2x2xf32>, tensor<4x2xf32>)
  relax.return %1#0, %1#1 : tensor<2x2xf32>, tensor<4x2xf32>
}

// CHECK-LABEL: func.func @reshape
// CHECK: %[[SHAPE:.*]] = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xindex>
// CHECK: tensor.reshape %arg0(%[[SHAPE]]) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<2x?xf32>
// CHECK: cf.assert %{{.*}}, "expected a shape of as many elements as the tensor's"
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<2x?xf32> into tensor<?xf32>
relax.func @reshape(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: !relax.shape<[m]>) -> (tensor<?xf32, #relax.dims<[n * 4]>>, tensor<?xf32, #relax.dims<[m]>>) {
  %0 = relax.shape [2, n * 2] : !relax.shape<[2, n * 2]>
  %1 = relax.reshape %x, %0 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[2, n * 2]>) -> tensor<2x?xf32, #relax.dims<[2, n * 2]>>
  %2 = relax.reshape %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[m]>) -> tensor<?xf32, #relax.dims<[m]>>
  %3 = relax.flatten %1 : (tensor<2x?xf32, #relax.dims<[2, n * 2]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
  relax.return %3, %2 : tensor<?xf32, #relax.dims<[n * 4]>>, tensor<?xf32, #relax.dims<[m]>>
}

// CHECK-LABEL: func.func @ranks
// CHECK: tensor.expand_shape %arg0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
// CHECK: tensor.collapse_shape %arg1 [] : tensor<1x1xf32> into tensor<f32>
relax.func @ranks(%x: tensor<f32>, %y: tensor<1x1xf32>) -> (tensor<1xf32>, tensor<f32>) {
  %0 = relax.expand_dims %x {axis = array<i64: 0>} : (tensor<f32>) -> tensor<1xf32>
  %1 = relax.squeeze %y : (tensor<1x1xf32>) -> tensor<f32>
  relax.return %0, %1 : tensor<1xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @take
// CHECK: linalg.generic
// CHECK: tensor.extract %arg0
relax.func @take(%x: tensor<8x4xf32>, %i: tensor<3xi64>) -> tensor<3x4xf32> {
  %0 = relax.take %x, %i {axis = 0 : i64} : (tensor<8x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @fills
// CHECK: linalg.fill
// CHECK: linalg.index 0
relax.func @fills() -> (tensor<2x3xf32>, tensor<4xi64>) {
  %s = relax.shape [2, 3] : !relax.shape<[2, 3]>
  %0 = relax.ones %s {dtype = f32} : (!relax.shape<[2, 3]>) -> tensor<2x3xf32>
  %1 = relax.arange {start = #relax.expr<0>, end = #relax.expr<4>, step = #relax.expr<1>, dtype = i64} : () -> tensor<4xi64>
  relax.return %0, %1 : tensor<2x3xf32>, tensor<4xi64>
}

// A slice without elements is left out.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: tensor<3x0xf32> into
relax.func @empty(%x: tensor<3x4xf32>, %y: tensor<3x0xf32>) -> tensor<3x4xf32> {
  %0 = relax.concat %x, %y {axis = 1 : i64} : (tensor<3x4xf32>, tensor<3x0xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}
