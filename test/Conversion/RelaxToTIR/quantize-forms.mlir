// What operators of QuantizeOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @dequantize(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4xi8, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xi8>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "dequantize" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x4xi8, #relax.dims<[n, 4]>>, %s: tensor<4xf32>, %z: tensor<4xi8>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.dequantize %x, %s, %z {out_dtype = f32} : (tensor<?x4xi8, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xi8>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @quantize(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xi8>) -> tensor<?x4xi8, #relax.dims<[n, 4]>>
// CHECK: tir.block "quantize" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: math.roundeven
// CHECK: arith.addf
// CHECK: arith.cmpf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: tensor<4xf32>, %z: tensor<4xi8>) -> tensor<?x4xi8, #relax.dims<[n, 4]>> {
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xi8>) -> tensor<?x4xi8, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi8, #relax.dims<[n, 4]>>
}
