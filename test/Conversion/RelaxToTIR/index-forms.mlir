// What operators of IndexOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @gather_elements(%{{.*}}, %{{.*}}) : (tensor<3x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
// CHECK: tir.block "gather_elements" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>) -> tensor<2x4xf32> {
  %0 = relax.gather_elements %x, %i : (tensor<3x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @gather_nd(%{{.*}}, %{{.*}}) : (tensor<3x4x5xf32>, tensor<6x2xi64>) -> tensor<6x5xf32>
// CHECK: tir.block "gather_nd" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4x5xf32>, %i: tensor<6x2xi64>) -> tensor<6x5xf32> {
  %0 = relax.gather_nd %x, %i : (tensor<3x4x5xf32>, tensor<6x2xi64>) -> tensor<6x5xf32>
  relax.return %0 : tensor<6x5xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @index_tensor(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x4x5xf32>, tensor<6x1xi64>, tensor<2xi64>) -> tensor<6x2x5xf32>
// CHECK: tir.block "index_tensor" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4x5xf32>, %i: tensor<6x1xi64>, %j: tensor<2xi64>) -> tensor<6x2x5xf32> {
  %0 = relax.index_tensor %x, %i, %j : (tensor<3x4x5xf32>, tensor<6x1xi64>, tensor<2xi64>) -> tensor<6x2x5xf32>
  relax.return %0 : tensor<6x2x5xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @take(%{{.*}}, %{{.*}}) : (tensor<10x4xf32>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "take" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.andi
relax.func @main(%x: tensor<10x4xf32>, %i: tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.take %x, %i {axis = 0 : i64} : (tensor<10x4xf32>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
