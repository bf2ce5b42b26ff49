// Ops that rearrange elements: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %v: tensor<4xf32>, %m: tensor<?xf32, #relax.dims<[m]>>, %d: tensor<f32>, %i: tensor<1x8x3x?xf32, #relax.dims<[1, 8, 3, w]>>, %l: tensor<4xi64>, %s: !relax.shape<[1, 4]>, %r: tensor<*xf32>) {
  // CHECK: relax.meshgrid {{.*}}: {{.*}} -> (tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.meshgrid {{.*}} -> (tensor<4x?xf32, #relax.dims<[4, m]>>, tensor<4x?xf32, #relax.dims<[4, m]>>)
  %0:2 = relax.meshgrid %v, %m : (tensor<4xf32>, tensor<?xf32, #relax.dims<[m]>>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK: relax.meshgrid {{.*}}{indexing = "xy"} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.meshgrid {{.*}} -> (tensor<?x4xf32, #relax.dims<[m, 4]>>, tensor<?x4xf32, #relax.dims<[m, 4]>>)
  %1:2 = relax.meshgrid %v, %m {indexing = "xy"} : (tensor<4xf32>, tensor<?xf32, #relax.dims<[m]>>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK: relax.meshgrid {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.meshgrid {{.*}} -> tensor<1xf32>
  %2 = relax.meshgrid %d : (tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.nn.pixel_shuffle {{.*}}{upscale_factor = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.pixel_shuffle {{.*}} -> tensor<1x2x6x?xf32, #relax.dims<[1, 2, 6, w * 2]>>
  %3 = relax.nn.pixel_shuffle %i {upscale_factor = 2 : i64} : (tensor<1x8x3x?xf32, #relax.dims<[1, 8, 3, w]>>) -> tensor<*xf32>
  // CHECK: relax.reverse_sequence {{.*}}{batch_axis = 1 : i64, seq_axis = 0 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.reverse_sequence {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %4 = relax.reverse_sequence %x, %l {batch_axis = 1 : i64, seq_axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xi64>) -> tensor<*xf32>
  // CHECK: relax.layout_transform {{.*}}{index_map = #map} : {{.*}} -> tensor<*xf32>
  // INFER: relax.layout_transform {{.*}} -> tensor<1x?x4xf32, #relax.dims<[1, n, 4]>>
  %5 = relax.layout_transform %x {index_map = affine_map<(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.layout_transform {{.*}}{index_map = #map1, pad_value = 0 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.layout_transform {{.*}} -> tensor<?xf32>
  %6 = relax.layout_transform %x {index_map = affine_map<(d0, d1) -> (d0 + d1)>, pad_value = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.collapse_sum_to {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.collapse_sum_to {{.*}} -> tensor<1x4xf32>
  %7 = relax.collapse_sum_to %x, %s : (tensor<?x4xf32, #relax.dims<[n, 4]>>, !relax.shape<[1, 4]>) -> tensor<*xf32>
  // CHECK: relax.collapse_sum_like {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.collapse_sum_like {{.*}} -> tensor<4xf32>
  %8 = relax.collapse_sum_like %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.collapse_sum_like {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.collapse_sum_like {{.*}} -> tensor<*xf32>
  %9 = relax.collapse_sum_like %x, %r : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<*xf32>) -> tensor<*xf32>
  relax.return
}
