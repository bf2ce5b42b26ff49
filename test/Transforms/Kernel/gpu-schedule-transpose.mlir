// Tiles in shared memory for what is written along another axis than read.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule

// Whole tiles: no conditions.
// CHECK-LABEL: tir.func private @permute_dims(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c6{{.*}} {
// CHECK:         %[[TILE:.*]] = memref.alloc() : memref<32x33xf32, #gpu.address_space<workgroup>>
// CHECK:         tir.for thread_binding "threadIdx.y" %[[Y:.*]] = %c0{{.*}} to %c8
// CHECK:           tir.for thread_binding "threadIdx.x" %[[X:.*]] = %c0{{.*}} to %c32
// CHECK:             tir.for unrolled
// CHECK-NOT:           tir.if
// CHECK:               memref.store %{{.*}}, %[[TILE]][%[[ROW:.*]], %[[X]]]
// CHECK:         tir.for thread_binding "threadIdx.y"
// CHECK:           tir.for thread_binding "threadIdx.x" %[[X2:.*]] = %c0{{.*}} to %c32
// CHECK:               memref.load %[[TILE]][%[[X2]], %{{.*}}]
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @whole(%x: tensor<64x96xf32>) -> tensor<96x64xf32> {
  %0 = relax.permute_dims %x : (tensor<64x96xf32>) -> tensor<96x64xf32>
  relax.return %0 : tensor<96x64xf32>
}

// The last axis stays: rows are read and written side by side anyway. So is a
// narrow matrix.
// CHECK-LABEL: tir.func private @permute_dims_0(
// CHECK-NOT:   workgroup
// CHECK-LABEL: tir.func private @permute_dims_1(
// CHECK-NOT:   workgroup
relax.func @outer(%x: tensor<4x6x32xf32>) -> tensor<6x4x32xf32> {
  %0 = relax.permute_dims %x {axes = array<i64: 1, 0, 2>} : (tensor<4x6x32xf32>) -> tensor<6x4x32xf32>
  relax.return %0 : tensor<6x4x32xf32>
}
relax.func @narrow(%x: tensor<64x3xf32>) -> tensor<3x64xf32> {
  %0 = relax.permute_dims %x : (tensor<64x3xf32>) -> tensor<3x64xf32>
  relax.return %0 : tensor<3x64xf32>
}

// Sizes that only run time knows, another axis, and something done with it.
// CHECK-LABEL: tir.func private @fused_permute_dims_2_add(
// CHECK:       memref.alloc() : memref<32x33xf16, #gpu.address_space<workgroup>>
// CHECK:         tir.if
// CHECK:           memref.store
// CHECK:         tir.if
// CHECK:           arith.addf
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @ragged(%x: tensor<?x3x?xf16, #relax.dims<[n, 3, m]>>, %y: tensor<?x3x?xf16, #relax.dims<[m, 3, n]>>) -> tensor<?x3x?xf16, #relax.dims<[m, 3, n]>> {
  %2 = relax.dataflow -> tensor<?x3x?xf16, #relax.dims<[m, 3, n]>> {
    %0 = relax.permute_dims %x {axes = array<i64: 2, 1, 0>} : (tensor<?x3x?xf16, #relax.dims<[n, 3, m]>>) -> tensor<?x3x?xf16, #relax.dims<[m, 3, n]>>
    %1 = relax.add %0, %y : tensor<?x3x?xf16, #relax.dims<[m, 3, n]>>
    relax.output %1 : tensor<?x3x?xf16, #relax.dims<[m, 3, n]>>
  }
  relax.return %2 : tensor<?x3x?xf16, #relax.dims<[m, 3, n]>>
}
