// What operators of ScanOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @cumprod(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
// CHECK: tir.block "scan"
// CHECK: tir.if
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
  %0 = relax.cumprod %x {exclusive = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @cumsum(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
// CHECK: tir.block "scan"
// CHECK: tir.if
// CHECK: arith.addf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
  %0 = relax.cumsum %x {exclusive = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
}
