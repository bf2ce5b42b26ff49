// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// A NaN is last; the less of two is taken from the left unless the right one is
// strictly less, which keeps the order of equals.
// CHECK-LABEL: relax.func @sort
// CHECK: tir.block "sort" iters(%{{.*}} : spatial
// CHECK: math.ctlz
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf une
// CHECK: tir.block "elements"
relax.func @sort(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sort %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @argsort
// CHECK: arith.cmpi slt
// CHECK: tir.block "places"
relax.func @argsort(%x: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %0 = relax.argsort %x : (tensor<3x4xi32>) -> tensor<3x4xi32>
  relax.return %0 : tensor<3x4xi32>
}

// -----

// CHECK-LABEL: relax.func @topk
// CHECK: tir.block "sort"
// CHECK: tir.block "elements"
// CHECK: tir.block "places"
relax.func @topk(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %0:2 = relax.topk %x {k = 2 : i64} : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  relax.return %0#0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: relax.func @median
// CHECK: tir.block "rows"
// CHECK: tir.block "sort"
// CHECK: tir.block "median"
// CHECK: tir.block "median"
relax.func @median(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %0:2 = relax.median %x {axis = array<i64: 1>} : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  relax.return %0#0 : tensor<3xf32>
}
