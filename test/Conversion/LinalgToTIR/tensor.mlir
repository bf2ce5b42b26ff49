// Ops of the tensor dialect.
// RUN: relax-opt %s --convert-linalg-to-tir | FileCheck %s
// RUN: relax-opt %s --convert-linalg-to-tir > %t.mlir
// RUN: relax-opt %t.mlir --convert-linalg-to-tir | diff %t.mlir -
// RUN: relax-compile %s -o %t.so -O0
// RUN: relax-run %t.so --function=slice --input=4x6xf32="0 1 2 3 4 5 0 10 2 30 4 50 0 1 2 3 4 5 0 1 2 3 4 5" --input=i64=1 --output=- | FileCheck %s --check-prefix=SLICE
// RUN: not relax-run %t.so --function=slice --input=4x6xf32=1 --input=i64=4 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not relax-run %t.so --function=slice --input=4x6xf32=1 --input=i64=-1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not relax-interp %s --function=slice --input=4x6xf32=1 --input=i64=4 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: relax-run %t.so --function=element --input=4xf32="1 2 3 4" --input=i64=2 --output=- | FileCheck %s --check-prefix=ELEMENT
// RUN: not relax-run %t.so --function=element --input=4xf32=1 --input=i64=4 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-interp %s --function=element --input=4xf32=1 --input=i64=4 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: relax-interp %s --function=element --input=4xf32="1 2 3 4" --input=i64=2 --output=- | FileCheck %s --check-prefix=ELEMENT
// SLICE: 10
// SLICE-SAME: 30
// SLICE-SAME: 50
// OUTSIDE: extract_slice reaches outside of its tensor
// ELEMENT: 3
// ELEMENT-SAME: -3
// NONE: an element is read outside of its tensor
// NUMBER: expects an index from 0 to 3, found 4

// CHECK-LABEL: relax.func @reshapes
// CHECK: relax.reshape %arg0, %{{.*}} -> tensor<?x2x3xf32, #relax.dims<[n, 2, 3]>>
// CHECK: relax.reshape {{.*}} -> tensor<?xf32, #relax.dims<[n * 6]>>
relax.func @reshapes(%x: tensor<?x6xf32, #relax.dims<[n, 6]>>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?x6xf32, #relax.dims<[n, 6]>> to tensor<?x6xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %0, %c0 : tensor<?x6xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%d, 2, 3] : tensor<?x6xf32> into tensor<?x2x3xf32>
  %2 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<?x2x3xf32> into tensor<?xf32>
  relax.return %2 : tensor<?xf32>
}

// CHECK-LABEL: relax.func @slice
// CHECK: relax.call_tir @extract_slice(%arg0, %{{.*}}) : (tensor<4x6xf32>, tensor<i64>) -> tensor<3xf32>
relax.func @slice(%x: tensor<4x6xf32>, %i: index) -> tensor<3xf32> {
  %0 = tensor.extract_slice %x[%i, 1] [1, 3] [1, 2] : tensor<4x6xf32> to tensor<3xf32>
  relax.return %0 : tensor<3xf32>
}

// CHECK-LABEL: relax.func @insert
// CHECK: %[[ROW:.*]] = relax.call_tir @insert_slice(%arg1, %arg0)
// CHECK: relax.call_tir @insert_0(%{{.*}}, %[[ROW]])
relax.func @insert(%x: tensor<4x6xf32>, %y: tensor<6xf32>, %v: f32) -> tensor<4x6xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert_slice %y into %x[2, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<4x6xf32>
  %1 = tensor.insert %v into %0[%c1, %c1] : tensor<4x6xf32>
  relax.return %1 : tensor<4x6xf32>
}

// CHECK-LABEL: relax.func @pad
// CHECK: relax.call_tir @pad_1(%arg0) : {{.*}} -> tensor<?xf32, #relax.dims<[n + 3]>>
relax.func @pad(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32> {
  %c = arith.constant 1.5 : f32
  %0 = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// CHECK-LABEL: relax.func @concat
// CHECK: relax.concat %arg0, %arg1 {axis = 0 : i64}
relax.func @concat(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<6xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  relax.return %0 : tensor<6xf32>
}

// CHECK-LABEL: relax.func @checked_cast
// CHECK: relax.match_cast %arg0 : {{.*}} to tensor<4xf32>
relax.func @checked_cast(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<?xf32, #relax.dims<[n]>> to tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// One element is host code.
// CHECK-LABEL: relax.func @element
// CHECK: %[[X:.*]] = tensor.extract %arg0[%arg1]
// CHECK: relax.scalar_to_tensor %[[X]]
// CHECK: relax.call_tir @from_elements
relax.func @element(%x: tensor<4xf32>, %i: index) -> tensor<2xf32> {
  %0 = tensor.extract %x[%i] : tensor<4xf32>
  %1 = arith.negf %0 : f32
  %2 = tensor.from_elements %0, %1 : tensor<2xf32>
  relax.return %2 : tensor<2xf32>
}

// CHECK-LABEL: relax.func @empty
// CHECK: relax.call_tir @full()
relax.func @empty() -> tensor<2xf32> {
  %0 = tensor.empty() : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// CHECK-LABEL: relax.func @reshape(
// CHECK: %[[S:.*]] = relax.tensor_to_shape %arg1
// CHECK: %[[R:.*]] = relax.reshape %arg0, %[[S]]
// CHECK: relax.match_cast %[[R]]
relax.func @reshape(%x: tensor<6xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  relax.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: relax.func @reshape_to_sizes(
// CHECK: relax.reshape {{.*}} -> tensor<2x?xf32, #relax.dims<[2, n * 2]>>
relax.func @reshape_to_sizes(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<2x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %m = arith.muli %d, %c2 : index
  %s = tensor.from_elements %c2, %m : tensor<2xindex>
  %0 = tensor.reshape %x(%s) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2xindex>) -> tensor<2x?xf32>
  relax.return %0 : tensor<2x?xf32>
}

// CHECK: tir.func private @extract_slice(
// CHECK: tir.assert %{{.*}}, "extract_slice reaches outside of its tensor"
// CHECK: tir.block "extract_slice"
// CHECK: tir.func private @insert_slice(
// CHECK-NOT: tir.assert
// CHECK: tir.block "border"
// CHECK: tir.block "insert_slice"
// CHECK: tir.func private @pad_1(
// CHECK-NOT: tir.assert
// CHECK: tir.block "pad"
