// RUN: relax-opt %s --relax-reorder-permute-dims-after-concat | FileCheck %s
// RUN: relax-opt %s --relax-reorder-permute-dims-after-concat --relax-reorder-permute-dims-after-concat | FileCheck %s
// RUN: %same-results=relax-reorder-permute-dims-after-concat

// The axis is named where it is before; one tensor may come twice.
// CHECK-LABEL: relax.func @joined
// CHECK: %[[A:.*]] = relax.concat %arg0, %arg1, %arg0 {axis = 1 : i64} : (tensor<?x3x4xf32, #{{.*}}>, tensor<?x5x4xf32, #{{.*}}>, tensor<?x3x4xf32, #{{.*}}>) -> tensor<?x11x4xf32, #{{.*}}>
// CHECK-NEXT: relax.permute_dims %[[A]] {axes = array<i64: 2, 0, 1>}
relax.func @joined(%a: tensor<?x3x4xf32, #relax.dims<[n, 3, 4]>>, %b: tensor<?x5x4xf32, #relax.dims<[n, 5, 4]>>) -> tensor<4x?x11xf32, #relax.dims<[4, n, 11]>> {
  %0 = relax.dataflow -> tensor<4x?x11xf32, #relax.dims<[4, n, 11]>> {
    %1 = relax.permute_dims %a {axes = array<i64: 2, 0, 1>} : (tensor<?x3x4xf32, #relax.dims<[n, 3, 4]>>) -> tensor<4x?x3xf32, #relax.dims<[4, n, 3]>>
    %2 = relax.permute_dims %b {axes = array<i64: -1, 0, 1>} : (tensor<?x5x4xf32, #relax.dims<[n, 5, 4]>>) -> tensor<4x?x5xf32, #relax.dims<[4, n, 5]>>
    %3 = relax.concat %1, %2, %1 {axis = -1 : i64} : (tensor<4x?x3xf32, #relax.dims<[4, n, 3]>>, tensor<4x?x5xf32, #relax.dims<[4, n, 5]>>, tensor<4x?x3xf32, #relax.dims<[4, n, 3]>>) -> tensor<4x?x11xf32, #relax.dims<[4, n, 11]>>
    relax.output %3 : tensor<4x?x11xf32, #relax.dims<[4, n, 11]>>
  }
  relax.return %0 : tensor<4x?x11xf32, #relax.dims<[4, n, 11]>>
}

// Other orders of axes; an operand that is not permuted, or is used elsewhere;
// an unknown rank; no axis.
// CHECK-LABEL: relax.func @stays
// CHECK: relax.concat %{{.*}} {axis = 0 : i64} : (tensor<3x3x3xf32>, tensor<3x3x3xf32>) -> tensor<6x3x3xf32>
// CHECK-NEXT: relax.concat %{{.*}}, %arg0 {axis = 0 : i64}
// CHECK-NEXT: relax.permute_dims
// CHECK-NEXT: relax.concat {{.*}} -> tensor<*xf32>
// CHECK-NEXT: relax.concat %{{.*}}, %{{.*}} : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
relax.func @stays(%a: tensor<3x3x3xf32>, %v: tensor<3xf32>) -> (tensor<6x3x3xf32>, tensor<6x3x3xf32>, tensor<*xf32>, tensor<6xf32>) {
  %0:4 = relax.dataflow -> tensor<6x3x3xf32>, tensor<6x3x3xf32>, tensor<*xf32>, tensor<6xf32> {
    %1 = relax.permute_dims %a {axes = array<i64: 2, 0, 1>} : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
    %2 = relax.permute_dims %a : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
    %3 = relax.concat %1, %2 {axis = 0 : i64} : (tensor<3x3x3xf32>, tensor<3x3x3xf32>) -> tensor<6x3x3xf32>
    %4 = relax.concat %2, %a {axis = 0 : i64} : (tensor<3x3x3xf32>, tensor<3x3x3xf32>) -> tensor<6x3x3xf32>
    %5 = relax.permute_dims %a {axes = array<i64: 1, 0, 2>} : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
    %6 = relax.concat %5, %5 {axis = 0 : i64} : (tensor<3x3x3xf32>, tensor<3x3x3xf32>) -> tensor<*xf32>
    %7 = relax.permute_dims %v {axes = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
    %8 = relax.concat %7, %7 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
    relax.output %3, %4, %6, %8 : tensor<6x3x3xf32>, tensor<6x3x3xf32>, tensor<*xf32>, tensor<6xf32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3 : tensor<6x3x3xf32>, tensor<6x3x3xf32>, tensor<*xf32>, tensor<6xf32>
}

// CHECK-LABEL: relax.func private @dead
// CHECK: %[[A:.*]] = relax.concat %arg0, %arg0 {axis = 1 : i64}
// CHECK-NEXT: relax.permute_dims %[[A]]
relax.func private @dead(%a: tensor<2x3xf32>) -> tensor<6x2xf32> {
  %0 = relax.dataflow -> tensor<6x2xf32> {
    %1 = relax.permute_dims %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %2 = relax.concat %1, %1 {axis = 0 : i64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
    relax.output %2 : tensor<6x2xf32>
  }
  relax.return %0 : tensor<6x2xf32>
}

// Outside of a region nothing changes.
// CHECK-LABEL: relax.func @outside
// CHECK-NEXT: relax.permute_dims
// CHECK-NEXT: relax.concat
relax.func @outside(%a: tensor<2x3xf32>) -> tensor<6x2xf32> {
  %1 = relax.permute_dims %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = relax.concat %1, %1 {axis = 0 : i64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  relax.return %2 : tensor<6x2xf32>
}
