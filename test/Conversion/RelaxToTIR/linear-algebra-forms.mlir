// What operators of LinearAlgebraOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @einsum(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
// CHECK: tir.block "einsum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.einsum %x, %w {subscripts = "ij,kj->ik"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @matmul(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
// CHECK: tir.block "matmul" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @outer(%{{.*}}, %{{.*}}) : (tensor<3xf32>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>>
// CHECK: tir.block "outer" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
relax.func @main(%x: tensor<3xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>> {
  %0 = relax.outer %x, %y : (tensor<3xf32>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>>
  relax.return %0 : tensor<3x?xf32, #relax.dims<[3, n]>>
}
