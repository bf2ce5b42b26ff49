// What operators of ActivationOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @ones_like(%{{.*}})
// CHECK-NEXT: relax.return %arg0
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = relax.nn.dropout %x {rate = 0.1} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return %0#0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_gelu(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "gelu" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
// CHECK: math.erf
// CHECK: arith.addf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.gelu %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_gelu_tanh(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "gelu_tanh" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: math.tanh
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.gelu_tanh %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_leakyrelu(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "leakyrelu" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: arith.mulf
// CHECK: arith.select
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.leakyrelu %x {alpha = 0.1} : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_log_softmax(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "maximum" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.maximumf
// CHECK: tir.block "exp" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "log" iters({{.*}} : spatial
// CHECK: math.log
// CHECK: tir.block "log_softmax" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.log_softmax %x {axis = 1 : i64} : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @less(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @multiply(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @where(%{{.*}}, %{{.*}}, %{{.*}})
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %a: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.prelu %x, %a : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_selu(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "selu" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.expm1
// CHECK: arith.mulf
// CHECK: arith.cmpf
// CHECK: arith.select
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.selu %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_silu(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "silu" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.negf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.silu %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_softmax(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "maximum" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.maximumf
// CHECK: tir.block "exp" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "softmax" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.softmax %x {axis = 1 : i64} : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_softplus(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "softplus" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
// CHECK: math.exp
// CHECK: math.log1p
// CHECK: arith.divf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.nn.softplus %x {beta = 2.0} : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
