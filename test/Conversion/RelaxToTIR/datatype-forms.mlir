// What operators of DatatypeOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @astype(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf16, #relax.dims<[n, 4]>>
// CHECK: tir.block "astype" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.truncf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf16, #relax.dims<[n, 4]>> {
  %0 = relax.astype %x {dtype = f16} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf16, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf16, #relax.dims<[n, 4]>>
}
