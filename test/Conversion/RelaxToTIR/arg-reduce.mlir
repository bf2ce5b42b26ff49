// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// The first of equals wins, and a NaN.
// CHECK-LABEL: relax.func @argmax
// CHECK: tir.block "argmax"
// CHECK: tir.for
// CHECK: arith.cmpf ugt
// CHECK: arith.cmpf ord
// CHECK: arith.select
relax.func @argmax(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>>
  relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
}

// -----

// CHECK-LABEL: relax.func @argmin
// CHECK: tir.block "argmin" reads
// CHECK: arith.cmpi slt
relax.func @argmin(%x: tensor<3x4xi32>) -> tensor<i64> {
  %0 = relax.argmin %x : (tensor<3x4xi32>) -> tensor<i64>
  relax.return %0 : tensor<i64>
}
