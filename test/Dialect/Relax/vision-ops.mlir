// Ops of object detection: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, %r: tensor<?x5xf32, #relax.dims<[r, 5]>>, %b: tensor<2x9x6xf32>, %c: tensor<2xi32>, %i: tensor<2x9xi32>, %bb: tensor<1x6x4xf32>, %s: tensor<1x2x6xf32>, %m: tensor<i64>, %t: tensor<f32>, %p: tensor<1x3x5xf32>, %l: tensor<1x20xf32>, %a: tensor<1x5x4xf32>) {
  // CHECK: relax.vision.roi_align {{.*}}{pooled_size = array<i64: 2, 4>, spatial_scale = 5.000000e-01 : f64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.vision.roi_align {{.*}} -> tensor<?x3x2x4xf32, #relax.dims<[r, 3, 2, 4]>>
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 4>, spatial_scale = 5.000000e-01 : f64} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, tensor<?x5xf32, #relax.dims<[r, 5]>>) -> tensor<*xf32>
  // CHECK: relax.vision.roi_pool {{.*}}{pooled_size = array<i64: 2, 4>, spatial_scale = 5.000000e-01 : f64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.vision.roi_pool {{.*}} -> tensor<?x3x2x4xf32, #relax.dims<[r, 3, 2, 4]>>
  %1 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 4>, spatial_scale = 5.000000e-01 : f64} : (tensor<?x3x8x8xf32, #relax.dims<[n, 3, 8, 8]>>, tensor<?x5xf32, #relax.dims<[r, 5]>>) -> tensor<*xf32>
  // CHECK: relax.vision.get_valid_counts {{.*}}{score_threshold = 1.000000e-01 : f64} : {{.*}} -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>)
  // INFER: relax.vision.get_valid_counts {{.*}} -> (tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>)
  %2:3 = relax.vision.get_valid_counts %b {score_threshold = 1.000000e-01 : f64} : (tensor<2x9x6xf32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>)
  // CHECK: relax.vision.non_max_suppression {{.*}}: {{.*}} -> (tensor<*xi32>, tensor<*xi32>)
  // INFER: relax.vision.non_max_suppression {{.*}} -> (tensor<2x9xi32>, tensor<2x1xi32>)
  %3:2 = relax.vision.non_max_suppression %b, %c, %i : (tensor<2x9x6xf32>, tensor<2xi32>, tensor<2x9xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  // CHECK: relax.vision.non_max_suppression {{.*}}{return_indices = false} : {{.*}} -> tensor<*xf32>
  // INFER: relax.vision.non_max_suppression {{.*}} -> tensor<2x9x6xf32>
  %4 = relax.vision.non_max_suppression %b, %c, %i {return_indices = false} : (tensor<2x9x6xf32>, tensor<2xi32>, tensor<2x9xi32>) -> tensor<*xf32>
  // CHECK: relax.vision.all_class_non_max_suppression {{.*}}: {{.*}} -> (tensor<*xi64>, tensor<*xi64>)
  // INFER: relax.vision.all_class_non_max_suppression {{.*}} -> (tensor<12x3xi64>, tensor<1xi64>)
  %5:2 = relax.vision.all_class_non_max_suppression %bb, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<*xi64>, tensor<*xi64>)
  // CHECK: relax.vision.all_class_non_max_suppression {{.*}}{output_format = "tensorflow"} : {{.*}} -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  // INFER: relax.vision.all_class_non_max_suppression {{.*}} -> (tensor<1x12x2xi64>, tensor<1x12xf32>, tensor<1xi64>)
  %6:3 = relax.vision.all_class_non_max_suppression %bb, %s, %m, %t, %t {output_format = "tensorflow"} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  // CHECK: relax.vision.multibox_transform_loc {{.*}}{variances = array<f64: 1.000000e-01, 1.000000e-01, 2.000000e-01, 2.000000e-01>} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.vision.multibox_transform_loc {{.*}} -> (tensor<1x5x4xf32>, tensor<1x3x5xf32>)
  %7:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 1.000000e-01, 1.000000e-01, 2.000000e-01, 2.000000e-01>} : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}
