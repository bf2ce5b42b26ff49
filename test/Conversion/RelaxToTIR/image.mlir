// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Doubling copies each element: no tables.
// CHECK-LABEL: relax.func @doubled
// CHECK-NOT: "taps"
// CHECK: tir.block "resize"
// CHECK-COUNT-2: arith.divui
// CHECK: memref.load
// CHECK-NEXT: memref.store
relax.func @doubled(%x: tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>) -> tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>> {
  %s = relax.shape [16, 16] : !relax.shape<[16, 16]>
  %0 = relax.image.resize2d %x, %s {method = "nearest_neighbor"} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, !relax.shape<[16, 16]>) -> tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>>
  relax.return %0 : tensor<?x3x16x16xf32, #relax.dims<[n, 3, 16, 16]>>
}

// -----

// Linear in three axes: two taps each, eight elements. An axis that keeps its
// size has no table.
// CHECK-LABEL: relax.func @linear
// CHECK-COUNT-2: tir.block "taps"
// CHECK-NOT: tir.block "taps"
// CHECK: tir.block "resize"
// CHECK-COUNT-4: memref.load %{{.*}} : memref<1x3x4x8x8xf32>
// CHECK-NOT: memref.load %{{.*}} : memref<1x3x4x8x8xf32>
relax.func @linear(%x: tensor<1x3x4x8x8xf32>) -> tensor<1x3x4x16x12xf32> {
  %s = relax.shape [4, 16, 12] : !relax.shape<[4, 16, 12]>
  %0 = relax.image.resize3d %x, %s : (tensor<1x3x4x8x8xf32>, !relax.shape<[4, 16, 12]>) -> tensor<1x3x4x16x12xf32>
  relax.return %0 : tensor<1x3x4x16x12xf32>
}

// -----

// CHECK-LABEL: relax.func @cubic
// CHECK: tir.block "taps"
// CHECK: tir.block "resize"
// CHECK-COUNT-16: memref.load %{{.*}} : memref<1x8x8x3xf32>
// CHECK: arith.fptosi
relax.func @cubic(%x: tensor<1x8x8x3xf32>) -> tensor<1x5x12x3xi32> {
  %s = relax.shape [5, 12] : !relax.shape<[5, 12]>
  %0 = relax.image.resize2d %x, %s {method = "cubic", layout = "NHWC", out_dtype = i32} : (tensor<1x8x8x3xf32>, !relax.shape<[5, 12]>) -> tensor<1x5x12x3xi32>
  relax.return %0 : tensor<1x5x12x3xi32>
}

// -----

// Outside the operand there is another value.
// CHECK-LABEL: relax.func @crop
// CHECK: tir.block "resize"
// CHECK: %[[OUTSIDE:.*]] = arith.constant 9.000000e+00 : f32
// CHECK-COUNT-2: arith.select %{{.*}}, %{{.*}}, %[[OUTSIDE]]
relax.func @crop(%x: tensor<1x3x8x8xf32>) -> tensor<1x3x5x12xf32> {
  %s = relax.shape [5, 12] : !relax.shape<[5, 12]>
  %0 = relax.image.resize2d %x, %s {coordinate_transformation_mode = "tf_crop_and_resize", roi = array<f64: 0.2, 0.1, 1.2, 0.8>, extrapolation_value = 9.0} : (tensor<1x3x8x8xf32>, !relax.shape<[5, 12]>) -> tensor<1x3x5x12xf32>
  relax.return %0 : tensor<1x3x5x12xf32>
}
