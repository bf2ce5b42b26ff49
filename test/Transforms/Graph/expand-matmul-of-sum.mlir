// RUN: relax-opt %s --relax-expand-matmul-of-sum | FileCheck %s
// RUN: relax-opt %s --relax-expand-matmul-of-sum --relax-expand-matmul-of-sum | FileCheck %s
// RUN: %same-results=relax-expand-matmul-of-sum --tolerance=1e-3

// A sum, a transposed one, one of three, and one accumulated in a wider float.
// CHECK-LABEL: relax.func @sums
// CHECK: %[[P:.*]] = relax.permute_dims %arg1 {axes = array<i64: 1, 0>}
// CHECK-NEXT: %[[A:.*]] = relax.matmul %arg0, %[[P]]
// CHECK-NEXT: %[[Q:.*]] = relax.permute_dims %arg2 {axes = array<i64: 1, 0>}
// CHECK-NEXT: %[[B:.*]] = relax.matmul %arg0, %[[Q]]
// CHECK-NEXT: relax.add %[[A]], %[[B]] : tensor<?x4xf32, #{{.*}}>
// CHECK-NEXT: relax.matmul %arg0, %arg1
// CHECK-NEXT: relax.matmul %arg0, %arg2
// CHECK-NEXT: relax.add
// CHECK-NEXT: relax.matmul %arg0, %arg1
// CHECK-NEXT: relax.add
// CHECK-NEXT: relax.matmul %arg0, %arg1 {out_dtype = f64}
// CHECK-NEXT: relax.matmul %arg0, %arg2 {out_dtype = f64}
// CHECK-NEXT: relax.add {{.*}}f64
relax.func @sums(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf64, #relax.dims<[n, 4]>>) {
  %0:3 = relax.dataflow -> tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf64, #relax.dims<[n, 4]>> {
    %1 = relax.add %a, %b : tensor<4x4xf32>
    %2 = relax.permute_dims %1 {axes = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = relax.matmul %x, %2 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
    %4 = relax.add %1, %a : tensor<4x4xf32>
    %5 = relax.matmul %x, %4 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
    %6 = relax.matmul %x, %1 {out_dtype = f64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x4xf32>) -> tensor<?x4xf64, #relax.dims<[n, 4]>>
    relax.output %3, %5, %6 : tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf64, #relax.dims<[n, 4]>>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf64, #relax.dims<[n, 4]>>
}

// A term is broadcast; narrow integers overflow in the sum; the first factor is
// the sum.
// CHECK-LABEL: relax.func @stays
// CHECK: %[[A:.*]] = relax.add
// CHECK-NEXT: relax.matmul %arg0, %[[A]]
// CHECK-NEXT: %[[B:.*]] = relax.add
// CHECK-NEXT: relax.matmul %[[B]], %[[B]] {out_dtype = i32}
// CHECK-NEXT: %[[C:.*]] = relax.add
// CHECK-NEXT: relax.matmul %[[C]], %arg0
relax.func @stays(%x: tensor<4x4xf32>, %s: tensor<f32>, %i: tensor<4x4xi8>) -> (tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xf32>) {
  %0:3 = relax.dataflow -> tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xf32> {
    %1 = relax.add %x, %s : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %2 = relax.matmul %x, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = relax.add %i, %i : tensor<4x4xi8>
    %4 = relax.matmul %3, %3 {out_dtype = i32} : (tensor<4x4xi8>, tensor<4x4xi8>) -> tensor<4x4xi32>
    %5 = relax.add %x, %x : tensor<4x4xf32>
    %6 = relax.matmul %5, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %2, %4, %6 : tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xf32>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xf32>
}

// Weights and constants are added before the input comes, unless one is kept.
// CHECK-LABEL: relax.func @weights
// CHECK: %[[C:.*]] = relax.constant
// CHECK: %[[A:.*]] = relax.add %arg1, %[[C]]
// CHECK-NEXT: relax.matmul %arg0, %[[A]]
// CHECK-NEXT: %[[K:.*]] = relax.builtin.stop_lift_params
// CHECK-NEXT: relax.matmul %arg0, %[[K]]
// CHECK-NEXT: relax.matmul %arg0, %arg1
// CHECK-NEXT: relax.add
relax.func @weights(%x: tensor<1x4xf32>, %a: tensor<4x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) attributes {num_input = 1 : i64} {
  %0:2 = relax.dataflow -> tensor<1x4xf32>, tensor<1x4xf32> {
    %c = relax.constant dense<2.0> : tensor<4x4xf32>
    %1 = relax.add %a, %c : tensor<4x4xf32>
    %2 = relax.matmul %x, %1 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    %k = relax.builtin.stop_lift_params %a : tensor<4x4xf32>
    %3 = relax.add %k, %a : tensor<4x4xf32>
    %4 = relax.matmul %x, %3 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    relax.output %2, %4 : tensor<1x4xf32>, tensor<1x4xf32>
  }
  relax.return %0#0, %0#1 : tensor<1x4xf32>, tensor<1x4xf32>
}

// CHECK-LABEL: relax.func private @dead
// CHECK: relax.matmul
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.add
relax.func private @dead(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = relax.dataflow -> tensor<4x4xf32> {
    %1 = relax.exp %x : tensor<4x4xf32>
    %2 = relax.add %x, %1 : tensor<4x4xf32>
    %3 = relax.matmul %x, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %3 : tensor<4x4xf32>
  }
  relax.return %0 : tensor<4x4xf32>
}

// Outside of a region nothing changes.
// CHECK-LABEL: relax.func @outside
// CHECK-NEXT: relax.add
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.return
relax.func @outside(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = relax.add %x, %x : tensor<4x4xf32>
  %1 = relax.matmul %x, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return %1 : tensor<4x4xf32>
}
