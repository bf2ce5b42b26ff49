// Ops on images: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, %h: tensor<1x8x8x3xf32>, %v: tensor<1x3x4x8x8xf32>, %s: !relax.shape<[16, w]>, %sr: !relax.shape<rank 2>, %s3: !relax.shape<[8, 16, 16]>) {
  // CHECK: relax.image.resize2d {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.image.resize2d {{.*}} -> tensor<?x3x16x?xf32, #relax.dims<[n, 3, 16, w]>>
  %0 = relax.image.resize2d %x, %s : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, !relax.shape<[16, w]>) -> tensor<*xf32>
  // CHECK: relax.image.resize2d {{.*}}{coordinate_transformation_mode = "asymmetric", method = "nearest_neighbor", rounding_method = "floor"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.image.resize2d {{.*}} -> tensor<?x3x?x?xf32, #relax.dims<[n, 3, ?, ?]>>
  %1 = relax.image.resize2d %x, %sr {coordinate_transformation_mode = "asymmetric", method = "nearest_neighbor", rounding_method = "floor"} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, !relax.shape<rank 2>) -> tensor<*xf32>
  // CHECK: relax.image.resize2d {{.*}}{layout = "NHWC", out_dtype = f16} : {{.*}} -> tensor<*xf16>
  // INFER: relax.image.resize2d {{.*}} -> tensor<1x16x?x3xf16, #relax.dims<[1, 16, w, 3]>>
  %2 = relax.image.resize2d %h, %s {layout = "NHWC", out_dtype = f16} : (tensor<1x8x8x3xf32>, !relax.shape<[16, w]>) -> tensor<*xf16>
  // CHECK: relax.image.resize2d {{.*}}{coordinate_transformation_mode = "tf_crop_and_resize", roi = array<f64: 0.000000e+00, 0.000000e+00, 1.000000e+00, 5.000000e-01>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.image.resize2d {{.*}} -> tensor<?x3x16x?xf32, #relax.dims<[n, 3, 16, w]>>
  %3 = relax.image.resize2d %x, %s {coordinate_transformation_mode = "tf_crop_and_resize", roi = array<f64: 0.000000e+00, 0.000000e+00, 1.000000e+00, 5.000000e-01>} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, !relax.shape<[16, w]>) -> tensor<*xf32>
  // CHECK: relax.image.resize3d {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.image.resize3d {{.*}} -> tensor<1x3x8x16x16xf32>
  %4 = relax.image.resize3d %v, %s3 : (tensor<1x3x4x8x8xf32>, !relax.shape<[8, 16, 16]>) -> tensor<*xf32>
  relax.return
}

// CHECK-LABEL: @sampling
// INFER-LABEL: @sampling
relax.func @sampling(%a: tensor<?x2x3xf32, #relax.dims<[n, 2, 3]>>, %s: !relax.shape<[5, w]>, %x: tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, %g: tensor<?x2x5x6xf32, #relax.dims<[n, 2, 5, 6]>>, %r: tensor<*xf32>) {
  // CHECK: relax.image.affine_grid {{.*}}{align_corners = false} : {{.*}} -> tensor<*xf32>
  // INFER: relax.image.affine_grid {{.*}} -> tensor<?x2x5x?xf32, #relax.dims<[n, 2, 5, w]>>
  %0 = relax.image.affine_grid %a, %s {align_corners = false} : (tensor<?x2x3xf32, #relax.dims<[n, 2, 3]>>, !relax.shape<[5, w]>) -> tensor<*xf32>
  // CHECK: relax.image.grid_sample {{.*}}{method = "nearest", padding_mode = "border"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.image.grid_sample {{.*}} -> tensor<?x3x5x6xf32, #relax.dims<[n, 3, 5, 6]>>
  %1 = relax.image.grid_sample %x, %g {method = "nearest", padding_mode = "border"} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, tensor<?x2x5x6xf32, #relax.dims<[n, 2, 5, 6]>>) -> tensor<*xf32>
  // CHECK: relax.image.grid_sample {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.image.grid_sample {{.*}} -> tensor<?x?x5x6xf32, #relax.dims<[n, ?, 5, 6]>>
  %2 = relax.image.grid_sample %r, %g : (tensor<*xf32>, tensor<?x2x5x6xf32, #relax.dims<[n, 2, 5, 6]>>) -> tensor<*xf32>
  relax.return
}
