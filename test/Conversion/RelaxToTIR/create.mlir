// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Sizes come with the result's buffer.
// CHECK-LABEL: relax.func @full
// CHECK: relax.call_tir @full{{.*}}(%{{.*}}) : (tensor<f32>) -> tensor<?x4xi32
// CHECK: tir.block "fill"
// CHECK: memref.load %{{.*}}[] : memref<f32>
// CHECK: arith.fptosi
relax.func @full(%v: tensor<f32>, %x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xi32, #relax.dims<[n, 4]>> {
  %s = relax.shape [n, 4] : !relax.shape<[n, 4]>
  %0 = relax.full %s, %v {dtype = i32} : (!relax.shape<[n, 4]>, tensor<f32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @full_like
// CHECK: tir.func private @full_like{{.*}}(%{{.*}}: memref<4xf32>, %[[VALUE:.*]]: memref<f32>, %{{.*}}: memref<4xf32>)
// CHECK: memref.load %[[VALUE]][]
relax.func @full_like(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  %0 = relax.full_like %x, %v : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @constants
// CHECK: tir.func private @ones(
// CHECK: arith.constant 1.000000e+00 : f32
// CHECK: tir.func private @zeros(
// CHECK: arith.constant 0.000000e+00 : f32
// CHECK: tir.func private @ones_like(
// CHECK: arith.constant true
// CHECK: tir.func private @zeros_like(
// CHECK: arith.constant 0 : i64
relax.func @constants(%x: tensor<4xf32>) -> tensor<4xi64> {
  %s = relax.shape [2, 4] : !relax.shape<[2, 4]>
  %0 = relax.ones %s {dtype = f32} : (!relax.shape<[2, 4]>) -> tensor<2x4xf32>
  %1 = relax.zeros %s {dtype = f32} : (!relax.shape<[2, 4]>) -> tensor<2x4xf32>
  %2 = relax.ones_like %x {dtype = i1} : (tensor<4xf32>) -> tensor<4xi1>
  %3 = relax.zeros_like %x {dtype = i64} : (tensor<4xf32>) -> tensor<4xi64>
  relax.return %3 : tensor<4xi64>
}
