// RUN: relax-opt %s --relax-reorder-take-after-matmul | FileCheck %s
// RUN: relax-opt %s --relax-reorder-take-after-matmul --relax-reorder-take-after-matmul | FileCheck %s
// RUN: %same-results=relax-reorder-take-after-matmul --tolerance=1e-3

// Of matrices, of batches, for a row; the mode stays.
// CHECK-LABEL: relax.func @columns
// CHECK: %[[A:.*]] = relax.matmul %arg0, %arg1 {out_dtype = f64} : (tensor<?x4xf32, #{{.*}}>, tensor<4x8xf32>) -> tensor<?x8xf64, #{{.*}}>
// CHECK-NEXT: relax.take %[[A]], %arg3 {axis = 1 : i64, mode = "clip"}
// CHECK-NEXT: %[[B:.*]] = relax.matmul %arg0, %arg2 : (tensor<?x4xf32, #{{.*}}>, tensor<3x4x8xf32>) -> tensor<3x?x8xf32, #{{.*}}>
// CHECK-NEXT: relax.take %[[B]], %arg3 {axis = 2 : i64, mode = "wrap"}
// CHECK-NEXT: %[[C:.*]] = relax.matmul %arg4, %arg1 : (tensor<4xf32>, tensor<4x8xf32>) -> tensor<8xf32>
// CHECK-NEXT: relax.take %[[C]], %arg3 {axis = 0 : i64, mode = "wrap"}
relax.func @columns(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>, %v: tensor<3x4x8xf32>, %i: tensor<2xi32>, %r: tensor<4xf32>) -> (tensor<?x2xf64, #relax.dims<[n, 2]>>, tensor<3x?x2xf32, #relax.dims<[3, n, 2]>>, tensor<2xf32>) {
  %0:3 = relax.dataflow -> tensor<?x2xf64, #relax.dims<[n, 2]>>, tensor<3x?x2xf32, #relax.dims<[3, n, 2]>>, tensor<2xf32> {
    %1 = relax.take %w, %i {axis = 1 : i64, mode = "clip"} : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<4x2xf32>
    %2 = relax.matmul %x, %1 {out_dtype = f64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf64, #relax.dims<[n, 2]>>
    %3 = relax.take %v, %i {axis = -1 : i64, mode = "wrap"} : (tensor<3x4x8xf32>, tensor<2xi32>) -> tensor<3x4x2xf32>
    %4 = relax.matmul %x, %3 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<3x4x2xf32>) -> tensor<3x?x2xf32, #relax.dims<[3, n, 2]>>
    %5 = relax.take %w, %i {axis = 1 : i64, mode = "wrap"} : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<4x2xf32>
    %6 = relax.matmul %r, %5 : (tensor<4xf32>, tensor<4x2xf32>) -> tensor<2xf32>
    relax.output %2, %4, %6 : tensor<?x2xf64, #relax.dims<[n, 2]>>, tensor<3x?x2xf32, #relax.dims<[3, n, 2]>>, tensor<2xf32>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<?x2xf64, #relax.dims<[n, 2]>>, tensor<3x?x2xf32, #relax.dims<[3, n, 2]>>, tensor<2xf32>
}

// Rows, indices of another rank, NaN for those outside, a vector, a first
// factor.
// CHECK-LABEL: relax.func @stays
// CHECK: relax.take %arg0
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.take %arg0
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.take %arg0
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.take %arg3
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.take %arg0
// CHECK-NEXT: relax.matmul
relax.func @stays(%x: tensor<4x4xf32>, %i: tensor<4xi32>, %s: tensor<i32>, %v: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>) {
  %0:5 = relax.dataflow -> tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32> {
    %1 = relax.take %x, %i {axis = 0 : i64, mode = "clip"} : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4x4xf32>
    %2 = relax.matmul %x, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = relax.take %x, %s {axis = 1 : i64, mode = "clip"} : (tensor<4x4xf32>, tensor<i32>) -> tensor<4xf32>
    %4 = relax.matmul %x, %3 : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %5 = relax.take %x, %i {axis = 1 : i64, mode = "nan"} : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4x4xf32>
    %6 = relax.matmul %x, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = relax.take %v, %i {mode = "clip"} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
    %8 = relax.matmul %x, %7 : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %9 = relax.take %x, %i {axis = 1 : i64, mode = "clip"} : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4x4xf32>
    %10 = relax.matmul %9, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %2, %4, %6, %8, %10 : tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: relax.func private @dead
// CHECK: relax.matmul
// CHECK-NEXT: relax.take
relax.func private @dead(%x: tensor<4x4xf32>, %i: tensor<2xi32>) -> tensor<4x2xf32> {
  %0 = relax.dataflow -> tensor<4x2xf32> {
    %1 = relax.take %x, %i {axis = 1 : i64} : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<4x2xf32>
    %2 = relax.matmul %x, %1 : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    relax.output %2 : tensor<4x2xf32>
  }
  relax.return %0 : tensor<4x2xf32>
}

// Outside of a region nothing changes.
// CHECK-LABEL: relax.func @outside
// CHECK-NEXT: relax.take
// CHECK-NEXT: relax.matmul
relax.func @outside(%x: tensor<4x4xf32>, %i: tensor<2xi32>) -> tensor<4x2xf32> {
  %1 = relax.take %x, %i {axis = 1 : i64, mode = "clip"} : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  %2 = relax.matmul %x, %1 : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  relax.return %2 : tensor<4x2xf32>
}
