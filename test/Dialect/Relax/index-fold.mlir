// Ops that take elements by their places: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @strided_slice(
// CHECK-NEXT: relax.return %arg0
relax.func @strided_slice(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.strided_slice %x {axes = array<i64>, begin = [], end = []} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
