// Changes of the element type: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @astype(
// CHECK-NEXT: relax.return %arg0
relax.func @astype(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.astype %x {dtype = f32} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: @astype_other(
// CHECK: relax.astype
relax.func @astype_other(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = relax.astype %x {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  relax.return %0 : tensor<4xf16>
}
