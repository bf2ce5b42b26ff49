// Tiles are transposed in registers where a block copies along another axis.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %s --before-after='relax-legalize-ops,tir-default-cpu-schedule{vector-bits=256}'
// RUN: relax-interp %s --before-after='relax-legalize-ops,tir-default-cpu-schedule{vector-bits=512}'

// Sixteen columns at once, those of the last group one by one; the rows behind
// the last tile, too.
// CHECK-LABEL: tir.func private @permute_dims(
// CHECK: tir.if
// CHECK: vector.shuffle
// CHECK: tir.for vectorized
// CHECK: memref.load
relax.func @unknown(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>> {
  %0 = relax.permute_dims %x : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[m, n]>>
}

// Bytes, in tiles of 16 x 16, of images.
// CHECK-LABEL: tir.func private @permute_dims_0(
// CHECK-NOT: tir.if
// CHECK-COUNT-16: vector.load %{{.*}} : memref<2x32x240xi8>, vector<16xi8>
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: vector.store
relax.func @bytes(%x: tensor<2x32x5x48xui8>) -> tensor<2x5x48x32xui8> {
  %0 = relax.permute_dims %x {axes = array<i64: 0, 2, 3, 1>} : (tensor<2x32x5x48xui8>) -> tensor<2x5x48x32xui8>
  relax.return %0 : tensor<2x5x48x32xui8>
}

// Truth values are no whole bytes of a vector.
// CHECK-LABEL: tir.func private @permute_dims_1(
// CHECK-NOT: vector.shuffle
// CHECK: tir.return
relax.func @truths(%x: tensor<32x48xi1>) -> tensor<48x32xi1> {
  %0 = relax.permute_dims %x : (tensor<32x48xi1>) -> tensor<48x32xi1>
  relax.return %0 : tensor<48x32xi1>
}

// CHECK-LABEL: tir.func private @permute_dims_2(
// CHECK: vector.shuffle %{{.*}} : vector<4xf64>, vector<4xf64>
relax.func @doubles(%x: tensor<20x33xf64>) -> tensor<33x20xf64> {
  %0 = relax.permute_dims %x : (tensor<20x33xf64>) -> tensor<33x20xf64>
  relax.return %0 : tensor<33x20xf64>
}
