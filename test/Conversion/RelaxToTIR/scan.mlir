// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// The axis is a loop in the block; rows are independent.
// CHECK-LABEL: relax.func @cumsum
// CHECK: tir.block "scan" iters(%[[ROW:.*]] : spatial = %{{.*}} in %{{.*}})
// CHECK: tir.if
// CHECK: tir.for %[[I:.*]] =
// CHECK: %[[BEFORE:.*]] = arith.subi %[[I]]
// CHECK: memref.load %{{.*}}[%[[ROW]], %[[BEFORE]]]
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[ROW]], %[[I]]]
relax.func @cumsum(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// All elements in one run that starts with 1.
// CHECK-LABEL: relax.func @cumprod
// CHECK: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: tir.block "scan" reads
// CHECK: memref.store %[[ONE]]
// CHECK: tir.for
// CHECK: arith.extsi
// CHECK: arith.muli %{{.*}} : i64
relax.func @cumprod(%x: tensor<?x4xi32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n * 4]>> {
  %0 = relax.cumprod %x {exclusive = true, dtype = i64} : (tensor<?x4xi32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n * 4]>>
  relax.return %0 : tensor<?xi64, #relax.dims<[n * 4]>>
}
