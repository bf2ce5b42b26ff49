// Ops that choose elements: folds.
// RUN: relax-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @where(
// CHECK-NEXT: relax.return %arg0
relax.func @where(%x: tensor<4xf32>, %c: tensor<4xi1>) -> tensor<4xf32> {
  %0 = relax.where %c, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// The condition may have more elements than what it chooses from.
// CHECK-LABEL: @where_unknown(
// CHECK-NEXT: relax.where
relax.func @where_unknown(%x: tensor<?xf32>, %c: tensor<?xi1, #relax.dims<[n]>>) -> tensor<?xf32> {
  %0 = relax.where %c, %x, %x : (tensor<?xi1, #relax.dims<[n]>>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// CHECK-LABEL: @where_longer(
// CHECK-NEXT: relax.where
relax.func @where_longer(%x: tensor<*xf32>, %c: tensor<2xi1>) -> tensor<*xf32> {
  %0 = relax.where %c, %x, %x : (tensor<2xi1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}

// Known by its symbol, by a 1, or by having no axes.
// CHECK-LABEL: @where_symbol(
// CHECK-NEXT: relax.return %arg0, %arg0, %arg3
relax.func @where_symbol(%x: tensor<3x?xf32, #relax.dims<[3, n]>>, %c: tensor<?xi1, #relax.dims<[n]>>, %one: tensor<1x1xi1>,
                         %y: tensor<*xf32>, %scalar: tensor<i1>)
    -> (tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<*xf32>) {
  %0 = relax.where %c, %x, %x : (tensor<?xi1, #relax.dims<[n]>>, tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<3x?xf32, #relax.dims<[3, n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>>
  %1 = relax.where %one, %x, %x : (tensor<1x1xi1>, tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<3x?xf32, #relax.dims<[3, n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>>
  %2 = relax.where %scalar, %y, %y : (tensor<i1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  relax.return %0, %1, %2 : tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<*xf32>
}
