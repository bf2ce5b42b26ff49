// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// CHECK-LABEL: relax.func @permute_dims
// CHECK: tir.block "permute_dims" iters(%[[A:.*]] : spatial = {{.*}}, %[[B:.*]] : spatial = {{.*}}, %[[C:.*]] : spatial = {{.*}})
// CHECK: memref.load %{{.*}}[%[[B]], %[[C]], %[[A]]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[A]], %[[B]], %[[C]]]
relax.func @permute_dims(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>> {
  %0 = relax.permute_dims %x {axes = array<i64: 2, 0, 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
  relax.return %0 : tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
}

// -----

// An axis of extent 1 is read at 0; one that may be 1 at run time, at its end.
// CHECK-LABEL: relax.func @broadcast_to
// CHECK: tir.block "broadcast_to" iters(%{{.*}} : spatial = {{.*}}, %[[I:.*]] : spatial = {{.*}}, %{{.*}} : spatial = {{.*}})
// CHECK: %[[PLACE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[I]]
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: memref.load %{{.*}}[%[[PLACE]], %[[ZERO]]]
relax.func @broadcast_to(%x: tensor<?x1xf32, #relax.dims<[m, 1]>>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>> {
  %s = relax.shape [2, n, 4] : !relax.shape<[2, n, 4]>
  %0 = relax.broadcast_to %x, %s : (tensor<?x1xf32, #relax.dims<[m, 1]>>, !relax.shape<[2, n, 4]>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
  relax.return %0 : tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @flip
// CHECK: tir.block "flip"
// CHECK: arith.subi
relax.func @flip(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.flip %x {axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// Without an axis all elements are one.
// CHECK-LABEL: relax.func @repeat
// CHECK: tir.block "repeat"
// CHECK: %[[ELEMENT:.*]] = arith.divui
// CHECK: arith.remui %[[ELEMENT]]
// CHECK: arith.divui %[[ELEMENT]]
relax.func @repeat(%x: tensor<3x4xf32>) -> tensor<24xf32> {
  %0 = relax.repeat %x {repeats = 2 : i64} : (tensor<3x4xf32>) -> tensor<24xf32>
  relax.return %0 : tensor<24xf32>
}

// -----

// CHECK-LABEL: relax.func @tile
// CHECK: tir.block "tile" iters(%{{.*}} : spatial = {{.*}}, %[[I:.*]] : spatial = {{.*}}, %[[J:.*]] : spatial = {{.*}})
// CHECK: %[[PLACE:.*]] = arith.remui %[[J]]
// CHECK: memref.load %{{.*}}[%[[I]], %[[PLACE]]]
relax.func @tile(%x: tensor<3x4xf32>) -> tensor<2x3x12xf32> {
  %0 = relax.tile %x {repeats = array<i64: 2, 1, 3>} : (tensor<3x4xf32>) -> tensor<2x3x12xf32>
  relax.return %0 : tensor<2x3x12xf32>
}
