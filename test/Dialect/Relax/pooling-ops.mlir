// Pooling: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// INFER: #[[PLACES:.*]] = #relax.dims<[n, 4, 9, min(w floordiv 2 + 1, (w + 1) floordiv 2 + 1)]>

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, %c1: tensor<1x4x15xf32>, %c3: tensor<1x4x8x8x8xf32>, %r: tensor<*xf32>) {
  // CHECK: relax.nn.max_pool1d {{.*}}{pool_size = array<i64: 2>, strides = array<i64: 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.max_pool1d {{.*}} -> tensor<1x4x7xf32>
  %0 = relax.nn.max_pool1d %c1 {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x15xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.max_pool2d {{.*}}{padding = array<i64: 1, 1, 1, 1>, pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.max_pool2d {{.*}} -> tensor<?x4x8x?xf32, #relax.dims<[n, 4, 8, (w + 1) floordiv 2]>>
  %1 = relax.nn.max_pool2d %x {padding = array<i64: 1, 1, 1, 1>, pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>) -> tensor<*xf32>
  // CHECK: relax.nn.max_pool3d {{.*}}{dilation = array<i64: 2, 1, 1>, pool_size = array<i64: 2, 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.max_pool3d {{.*}} -> tensor<1x4x6x7x7xf32>
  %2 = relax.nn.max_pool3d %c3 {dilation = array<i64: 2, 1, 1>, pool_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.avg_pool1d {{.*}}{pool_size = array<i64: 2>, strides = array<i64: 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.avg_pool1d {{.*}} -> tensor<1x4x7xf32>
  %3 = relax.nn.avg_pool1d %c1 {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x15xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.avg_pool2d {{.*}}{padding = array<i64: 1, 1, 1, 1>, pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.avg_pool2d {{.*}} -> tensor<?x4x8x?xf32, #relax.dims<[n, 4, 8, (w + 1) floordiv 2]>>
  %4 = relax.nn.avg_pool2d %x {padding = array<i64: 1, 1, 1, 1>, pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>) -> tensor<*xf32>
  // CHECK: relax.nn.avg_pool3d {{.*}}{dilation = array<i64: 2, 1, 1>, pool_size = array<i64: 2, 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.avg_pool3d {{.*}} -> tensor<1x4x6x7x7xf32>
  %5 = relax.nn.avg_pool3d %c3 {dilation = array<i64: 2, 1, 1>, pool_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.max_pool1d {{.*}}{ceil_mode = true, pool_size = array<i64: 2>, strides = array<i64: 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.max_pool1d {{.*}} -> tensor<1x4x8xf32>
  %6 = relax.nn.max_pool1d %c1 {ceil_mode = true, pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x15xf32>) -> tensor<*xf32>
  // A window that would begin in the padding behind is left out: 8 places, not 9.
  // INFER: relax.nn.max_pool1d {{.*}} -> tensor<1x4x8xf32>
  %ceil = relax.nn.max_pool1d %c1 {ceil_mode = true, padding = array<i64: 1, 1>, pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x15xf32>) -> tensor<*xf32>
  // INFER: relax.nn.avg_pool2d {{.*}} -> tensor<?x4x9x?xf32, #[[PLACES]]>
  %places = relax.nn.avg_pool2d %x {ceil_mode = true, padding = array<i64: 1, 1, 1, 1>, pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>) -> tensor<*xf32>
  // CHECK: relax.nn.avg_pool1d {{.*}}{count_include_pad = true, out_layout = "NWC", pool_size = array<i64: 15>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.avg_pool1d {{.*}} -> tensor<1x1x4xf32>
  %7 = relax.nn.avg_pool1d %c1 {count_include_pad = true, out_layout = "NWC", pool_size = array<i64: 15>} : (tensor<1x4x15xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.max_pool2d {{.*}}{pool_size = array<i64: 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.max_pool2d {{.*}} -> tensor<?x?x?x?xf32>
  %8 = relax.nn.max_pool2d %r {pool_size = array<i64: 2, 2>} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.adaptive_avg_pool1d {{.*}}{output_size = array<i64: 3>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.adaptive_avg_pool1d {{.*}} -> tensor<1x4x3xf32>
  %9 = relax.nn.adaptive_avg_pool1d %c1 {output_size = array<i64: 3>} : (tensor<1x4x15xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.adaptive_avg_pool2d {{.*}}{output_size = array<i64: 1, 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.adaptive_avg_pool2d {{.*}} -> tensor<?x4x1x1xf32, #relax.dims<[n, 4, 1, 1]>>
  %10 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: 1, 1>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>) -> tensor<*xf32>
  // CHECK: relax.nn.adaptive_avg_pool2d {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.adaptive_avg_pool2d {{.*}} -> tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>
  %11 = relax.nn.adaptive_avg_pool2d %x : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>) -> tensor<*xf32>
  // CHECK: relax.nn.adaptive_avg_pool3d {{.*}}{output_size = array<i64: 2, 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.adaptive_avg_pool3d {{.*}} -> tensor<1x4x2x2x2xf32>
  %12 = relax.nn.adaptive_avg_pool3d %c3 {output_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<*xf32>
  relax.return
}
