// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// A NaN is not at most any boundary, and so is beyond all of them.
// CHECK-LABEL: relax.func @bucketize
// CHECK: tir.block "bucketize"
// CHECK: arith.cmpf ole
relax.func @bucketize(%x: tensor<3x4xf32>, %b: tensor<5xf32>) -> tensor<3x4xi64> {
  %0 = relax.bucketize %x, %b : (tensor<3x4xf32>, tensor<5xf32>) -> tensor<3x4xi64>
  relax.return %0 : tensor<3x4xi64>
}

// -----

// CHECK-LABEL: relax.func @multinomial
// CHECK: tir.block "sums"
// CHECK: tir.block "draw"
// CHECK: tir.block "class"
relax.func @multinomial(%p: tensor<3x5xf32>, %u: tensor<6x1xf32>, %i: tensor<6x1xi64>) -> tensor<6x1xi64> {
  %0 = relax.multinomial_from_uniform %p, %u, %i : (tensor<3x5xf32>, tensor<6x1xf32>, tensor<6x1xi64>) -> tensor<6x1xi64>
  relax.return %0 : tensor<6x1xi64>
}

// -----

// CHECK-LABEL: relax.func @nll_loss
// CHECK: tir.block "loss"
// CHECK: tir.block "weight"
// CHECK: tir.block "total"
relax.func @nll_loss(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %t: tensor<?xi64, #relax.dims<[n]>>, %w: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.nn.nll_loss %x, %t, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @quantize
// CHECK: tir.block "quantize"
// CHECK: math.roundeven
relax.func @quantize(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: tensor<4xf32>, %z: tensor<4xi8>) -> tensor<?x4xi8, #relax.dims<[n, 4]>> {
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>, tensor<4xi8>) -> tensor<?x4xi8, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi8, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @einsum
// CHECK: tir.block "einsum" iters(%{{.*}} : spatial {{.*}}, %{{.*}} : spatial {{.*}}, %{{.*}} : reduce
relax.func @einsum(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.einsum %x, %w {subscripts = "ij,kj->ik"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
