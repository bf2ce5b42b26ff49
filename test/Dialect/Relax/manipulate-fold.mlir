// Ops that move elements: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @reshape(
// CHECK-NEXT: relax.return %arg0
relax.func @reshape(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: !relax.shape<[n, 4]>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.reshape %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n, 4]>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @reshape_unknown(
// CHECK: relax.reshape
relax.func @reshape_unknown(%x: tensor<?x?xf32>, %s: !relax.shape<rank 2>) -> tensor<?x?xf32> {
  %0 = relax.reshape %x, %s : (tensor<?x?xf32>, !relax.shape<rank 2>) -> tensor<?x?xf32>
  relax.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @reshape_twice(
// CHECK-NEXT: %[[ONCE:.*]] = relax.reshape %arg0, %arg2
// CHECK-NEXT: relax.return %[[ONCE]]
relax.func @reshape_twice(%x: tensor<2x6xf32>, %s: !relax.shape<[12]>, %t: !relax.shape<[3, 4]>) -> tensor<3x4xf32> {
  %0 = relax.reshape %x, %s : (tensor<2x6xf32>, !relax.shape<[12]>) -> tensor<12xf32>
  %1 = relax.reshape %0, %t : (tensor<12xf32>, !relax.shape<[3, 4]>) -> tensor<3x4xf32>
  relax.return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: @flatten(
// CHECK-NEXT: relax.return %arg0
relax.func @flatten(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.flatten %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @flatten_unknown(
// CHECK: relax.flatten
relax.func @flatten_unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = relax.flatten %x : (tensor<*xf32>) -> tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}

// CHECK-LABEL: @batch_flatten(
// CHECK-NEXT: relax.return %arg0
relax.func @batch_flatten(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.batch_flatten %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @permute_dims(
// CHECK-NEXT: relax.return %arg0
relax.func @permute_dims(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.permute_dims %x {axes = array<i64: 0, -1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @permute_vector(
// CHECK-NEXT: relax.return %arg0
relax.func @permute_vector(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.permute_dims %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @permute_square(
// CHECK: relax.permute_dims
relax.func @permute_square(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = relax.permute_dims %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: @expand_dims(
// CHECK-NEXT: relax.return %arg0
relax.func @expand_dims(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.expand_dims %x {axis = array<i64>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @squeeze(
// CHECK-NEXT: relax.return %arg0
relax.func @squeeze(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.squeeze %x {axis = array<i64>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @squeeze_nothing(
// CHECK-NEXT: relax.return %arg0
relax.func @squeeze_nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.squeeze %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @broadcast_to(
// CHECK-NEXT: relax.return %arg0
relax.func @broadcast_to(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: !relax.shape<[n, 4]>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.broadcast_to %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[n, 4]>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @concat(
// CHECK-NEXT: relax.return %arg0
relax.func @concat(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.concat %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
