// What operators of ImageOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @image_affine_grid(%{{.*}}) : (tensor<1x2x3xf32>) -> tensor<1x2x5x6xf32>
// CHECK: tir.block "affine_grid" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
// CHECK: arith.subf
// CHECK: arith.maximumf
// CHECK: arith.cmpf
relax.func @main(%a: tensor<1x2x3xf32>) -> tensor<1x2x5x6xf32> {
  %s = relax.shape [5, 6] : !relax.shape<[5, 6]>
  %0 = relax.image.affine_grid %a, %s : (tensor<1x2x3xf32>, !relax.shape<[5, 6]>) -> tensor<1x2x5x6xf32>
  relax.return %0 : tensor<1x2x5x6xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @image_grid_sample(%{{.*}}, %{{.*}}) : (tensor<1x3x8x8xf32>, tensor<1x2x5x6xf32>) -> tensor<1x3x5x6xf32>
// CHECK: tir.block "grid_sample" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: arith.subf
// CHECK: math.floor
relax.func @main(%x: tensor<1x3x8x8xf32>, %g: tensor<1x2x5x6xf32>) -> tensor<1x3x5x6xf32> {
  %0 = relax.image.grid_sample %x, %g : (tensor<1x3x8x8xf32>, tensor<1x2x5x6xf32>) -> tensor<1x3x5x6xf32>
  relax.return %0 : tensor<1x3x5x6xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @image_resize2d(%{{.*}}) : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>) -> tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>>
// CHECK: tir.block "resize" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>) -> tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>> {
  %s = relax.shape [16, 16] : !relax.shape<[16, 16]>
  %0 = relax.image.resize2d %x, %s {method = "nearest_neighbor"} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, !relax.shape<[16, 16]>) -> tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>>
  relax.return %0 : tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @image_resize3d(%{{.*}}) : (tensor<1x3x4x8x8xf32>) -> tensor<1x3x8x16x16xf32>
// CHECK: tir.block "taps" iters({{.*}} : spatial
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: arith.divf
// CHECK: math.floor
// CHECK: tir.block "taps" iters({{.*}} : spatial
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: arith.divf
// CHECK: math.floor
// CHECK: tir.block "taps" iters({{.*}} : spatial
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: arith.divf
// CHECK: math.floor
// CHECK: tir.block "resize" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<1x3x4x8x8xf32>) -> tensor<1x3x8x16x16xf32> {
  %s = relax.shape [8, 16, 16] : !relax.shape<[8, 16, 16]>
  %0 = relax.image.resize3d %x, %s : (tensor<1x3x4x8x8xf32>, !relax.shape<[8, 16, 16]>) -> tensor<1x3x8x16x16xf32>
  relax.return %0 : tensor<1x3x8x16x16xf32>
}
