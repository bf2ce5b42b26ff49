// RUN: relax-opt %s --relax-adjust-matmul-order | FileCheck %s
// RUN: relax-opt %s --relax-adjust-matmul-order --relax-adjust-matmul-order | FileCheck %s
// RUN: %same-results=relax-adjust-matmul-order

// Of integers, which give the same in any order.

// From the right, from the left, a transposed product, and a vector at the end.
// CHECK-LABEL: relax.func @orders
// CHECK: %[[A:.*]] = relax.matmul %arg0, %arg1 : (tensor<?x8xi32, #{{.*}}>, tensor<8x2xi32>)
// CHECK-NEXT: relax.matmul %[[A]], %arg2
// CHECK-NEXT: %[[B:.*]] = relax.matmul %arg2, %arg3 : (tensor<2x8xi32>, tensor<8x2xi32>)
// CHECK-NEXT: relax.matmul %arg1, %[[B]]
// CHECK-NEXT: %[[T:.*]] = relax.permute_dims %arg2 : (tensor<2x8xi32>) -> tensor<8x2xi32>
// CHECK-NEXT: %[[U:.*]] = relax.permute_dims %arg1 : (tensor<8x2xi32>) -> tensor<2x8xi32>
// CHECK-NEXT: %[[C:.*]] = relax.matmul %arg0, %[[T]]
// CHECK-NEXT: relax.matmul %[[C]], %[[U]]
// CHECK-NEXT: %[[V:.*]] = relax.matmul %arg2, %arg4 : (tensor<2x8xi32>, tensor<8xi32>) -> tensor<2xi32>
// CHECK-NEXT: relax.matmul %arg1, %[[V]]
relax.func @orders(%x: tensor<?x8xi32, #relax.dims<[n, 8]>>, %a: tensor<8x2xi32>, %b: tensor<2x8xi32>, %c: tensor<8x2xi32>, %v: tensor<8xi32>) -> (tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8x2xi32>, tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8xi32>) {
  %0:4 = relax.dataflow -> tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8x2xi32>, tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8xi32> {
    %1 = relax.matmul %a, %b : (tensor<8x2xi32>, tensor<2x8xi32>) -> tensor<8x8xi32>
    %2 = relax.matmul %x, %1 : (tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8x8xi32>) -> tensor<?x8xi32, #relax.dims<[n, 8]>>
    %3 = relax.matmul %a, %b : (tensor<8x2xi32>, tensor<2x8xi32>) -> tensor<8x8xi32>
    %4 = relax.matmul %3, %c : (tensor<8x8xi32>, tensor<8x2xi32>) -> tensor<8x2xi32>
    %5 = relax.matmul %a, %b : (tensor<8x2xi32>, tensor<2x8xi32>) -> tensor<8x8xi32>
    %6 = relax.permute_dims %5 : (tensor<8x8xi32>) -> tensor<8x8xi32>
    %7 = relax.matmul %x, %6 : (tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8x8xi32>) -> tensor<?x8xi32, #relax.dims<[n, 8]>>
    %8 = relax.matmul %a, %b : (tensor<8x2xi32>, tensor<2x8xi32>) -> tensor<8x8xi32>
    %9 = relax.matmul %8, %v : (tensor<8x8xi32>, tensor<8xi32>) -> tensor<8xi32>
    relax.output %2, %4, %7, %9 : tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8x2xi32>, tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8xi32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3 : tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8x2xi32>, tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8xi32>
}

// Batches are broadcast.
// CHECK-LABEL: relax.func @batches
// CHECK: %[[A:.*]] = relax.matmul %arg0, %arg1 : (tensor<3x1x8xi32>, tensor<8x2xi32>) -> tensor<3x1x2xi32>
// CHECK-NEXT: relax.matmul %[[A]], %arg2
relax.func @batches(%x: tensor<3x1x8xi32>, %a: tensor<8x2xi32>, %b: tensor<2x8xi32>) -> tensor<3x1x8xi32> {
  %0 = relax.dataflow -> tensor<3x1x8xi32> {
    %1 = relax.matmul %a, %b : (tensor<8x2xi32>, tensor<2x8xi32>) -> tensor<8x8xi32>
    %2 = relax.matmul %x, %1 : (tensor<3x1x8xi32>, tensor<8x8xi32>) -> tensor<3x1x8xi32>
    relax.output %2 : tensor<3x1x8xi32>
  }
  relax.return %0 : tensor<3x1x8xi32>
}

// Weights come first, although that takes more.
// CHECK-LABEL: relax.func @weights
// CHECK: %[[A:.*]] = relax.matmul %arg1, %arg2 : (tensor<8x2xi32>, tensor<2x8xi32>)
// CHECK-NEXT: relax.matmul %arg0, %[[A]]
relax.func @weights(%x: tensor<1x8xi32>, %a: tensor<8x2xi32>, %b: tensor<2x8xi32>) -> tensor<1x8xi32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<1x8xi32> {
    %1 = relax.matmul %x, %a : (tensor<1x8xi32>, tensor<8x2xi32>) -> tensor<1x2xi32>
    %2 = relax.matmul %1, %b : (tensor<1x2xi32>, tensor<2x8xi32>) -> tensor<1x8xi32>
    relax.output %2 : tensor<1x8xi32>
  }
  relax.return %0 : tensor<1x8xi32>
}

// Which order takes less depends on sizes; it is used twice; sums are wider; a
// vector is in the middle; a batch has vectors; equal sizes.
// CHECK-LABEL: relax.func @stays
// CHECK: %[[A:.*]] = relax.matmul %arg1, %arg2
// CHECK-NEXT: relax.matmul %arg0, %[[A]]
// CHECK-NEXT: %[[B:.*]] = relax.matmul %arg3, %arg4
// CHECK-NEXT: relax.matmul %arg3, %[[B]]
// CHECK-NEXT: %[[C:.*]] = relax.matmul %arg3, %arg4 {out_dtype = i64}
// CHECK-NEXT: relax.matmul %arg3, %[[C]] {out_dtype = i64}
// CHECK-NEXT: %[[D:.*]] = relax.matmul %arg4, %arg5
// CHECK-NEXT: relax.matmul %[[D]], %arg4
// CHECK-NEXT: %[[E:.*]] = relax.matmul %arg6, %arg5
// CHECK-NEXT: relax.matmul %arg4, %[[E]]
// CHECK-NEXT: relax.matmul %[[A]], %[[A]]
relax.func @stays(%x: tensor<?x8xi32, #relax.dims<[n, 8]>>, %a: tensor<8x?xi32, #relax.dims<[8, m]>>, %b: tensor<?x8xi32, #relax.dims<[m, 8]>>, %c: tensor<2x2xi32>, %d: tensor<2x2xi32>, %v: tensor<2xi32>, %e: tensor<2x2x2xi32>) -> (tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<2x2xi32>, tensor<2x2xi64>, tensor<2xi32>, tensor<2x2xi32>, tensor<8x8xi32>) {
  %0:6 = relax.dataflow -> tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<2x2xi32>, tensor<2x2xi64>, tensor<2xi32>, tensor<2x2xi32>, tensor<8x8xi32> {
    %1 = relax.matmul %a, %b : (tensor<8x?xi32, #relax.dims<[8, m]>>, tensor<?x8xi32, #relax.dims<[m, 8]>>) -> tensor<8x8xi32>
    %2 = relax.matmul %x, %1 : (tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<8x8xi32>) -> tensor<?x8xi32, #relax.dims<[n, 8]>>
    %3 = relax.matmul %c, %d : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %4 = relax.matmul %c, %3 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %5 = relax.matmul %c, %d {out_dtype = i64} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi64>
    %6 = relax.matmul %c, %5 {out_dtype = i64} : (tensor<2x2xi32>, tensor<2x2xi64>) -> tensor<2x2xi64>
    %7 = relax.matmul %d, %v : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %8 = relax.matmul %7, %d : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
    %9 = relax.matmul %e, %v : (tensor<2x2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
    %10 = relax.matmul %d, %9 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %11 = relax.matmul %1, %1 : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
    relax.output %2, %4, %6, %8, %10, %11 : tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<2x2xi32>, tensor<2x2xi64>, tensor<2xi32>, tensor<2x2xi32>, tensor<8x8xi32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<?x8xi32, #relax.dims<[n, 8]>>, tensor<2x2xi32>, tensor<2x2xi64>, tensor<2xi32>, tensor<2x2xi32>, tensor<8x8xi32>
}

// CHECK-LABEL: relax.func private @dead
// CHECK: %[[A:.*]] = relax.matmul %arg0, %arg1
// CHECK-NEXT: relax.matmul %[[A]], %arg2
relax.func private @dead(%x: tensor<1x8xi32>, %a: tensor<8x2xi32>, %b: tensor<2x8xi32>) -> tensor<1x8xi32> {
  %0 = relax.dataflow -> tensor<1x8xi32> {
    %1 = relax.matmul %a, %b : (tensor<8x2xi32>, tensor<2x8xi32>) -> tensor<8x8xi32>
    %2 = relax.matmul %x, %1 : (tensor<1x8xi32>, tensor<8x8xi32>) -> tensor<1x8xi32>
    relax.output %2 : tensor<1x8xi32>
  }
  relax.return %0 : tensor<1x8xi32>
}

// Outside of a region the order stays.
// CHECK-LABEL: relax.func @outside
// CHECK-NEXT: relax.matmul %arg1, %arg2
relax.func @outside(%x: tensor<1x8xi32>, %a: tensor<8x2xi32>, %b: tensor<2x8xi32>) -> tensor<1x8xi32> {
  %1 = relax.matmul %a, %b : (tensor<8x2xi32>, tensor<2x8xi32>) -> tensor<8x8xi32>
  %2 = relax.matmul %x, %1 : (tensor<1x8xi32>, tensor<8x8xi32>) -> tensor<1x8xi32>
  relax.return %2 : tensor<1x8xi32>
}
