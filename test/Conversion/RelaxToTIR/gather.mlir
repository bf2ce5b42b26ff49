// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Coordinates may count from the end, and stay inside.
// CHECK-LABEL: relax.func @gather_elements
// CHECK: tir.block "gather_elements"
// CHECK: arith.cmpi slt
// CHECK: arith.select
// CHECK: arith.minsi
// CHECK: arith.maxsi
relax.func @gather_elements(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>) -> tensor<2x4xf32> {
  %0 = relax.gather_elements %x, %i : (tensor<3x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: relax.func @gather_nd
// CHECK: tir.block "gather_nd"
// CHECK-COUNT-2: memref.load %{{.*}} : memref<6x2xi64>
relax.func @gather_nd(%x: tensor<3x4x5xf32>, %i: tensor<6x2xi64>) -> tensor<6x5xf32> {
  %0 = relax.gather_nd %x, %i : (tensor<3x4x5xf32>, tensor<6x2xi64>) -> tensor<6x5xf32>
  relax.return %0 : tensor<6x5xf32>
}

// -----

// CHECK-LABEL: relax.func @index_tensor
// CHECK: tir.block "index_tensor"
// CHECK: memref.load %{{.*}} : memref<6x1xi64>
// CHECK: memref.load %{{.*}} : memref<2xi64>
relax.func @index_tensor(%x: tensor<3x4x5xf32>, %i: tensor<6x1xi64>, %j: tensor<2xi64>) -> tensor<6x2x5xf32> {
  %0 = relax.index_tensor %x, %i, %j : (tensor<3x4x5xf32>, tensor<6x1xi64>, tensor<2xi64>) -> tensor<6x2x5xf32>
  relax.return %0 : tensor<6x2x5xf32>
}

// -----

// CHECK-LABEL: relax.func @one_hot
// CHECK: tir.block "one_hot"
// CHECK: arith.cmpi eq
// CHECK: arith.select
relax.func @one_hot(%i: tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x10xf32, #relax.dims<[n, 10]>> {
  %0 = relax.one_hot %i {on_value = 1.0 : f32, off_value = 0.0 : f32, depth = 10 : i64} : (tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x10xf32, #relax.dims<[n, 10]>>
  relax.return %0 : tensor<?x10xf32, #relax.dims<[n, 10]>>
}
