// Convolutions: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, %k: tensor<8x4x3x3xf32>, %c1: tensor<1x4x16xf32>, %k1: tensor<8x4x3xf32>, %kd: tensor<4x1x3x3xf32>, %h: tensor<2x16x16x4xf32>, %hk: tensor<3x3x4x8xf32>, %hb: tensor<2x2x16x16x2xf32>, %r: tensor<*xf32>, %c3: tensor<1x4x8x8x8xf32>, %k3: tensor<8x4x1x3x3xf32>, %t1: tensor<4x8x2xf32>, %t2: tensor<4x8x2x2xf32>, %t3: tensor<4x8x1x2x2xf32>) {
  // CHECK: relax.nn.conv1d {{.*}}{padding = array<i64: 1, 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv1d {{.*}} -> tensor<1x8x16xf32>
  %0 = relax.nn.conv1d %c1, %k1 {padding = array<i64: 1, 1>} : (tensor<1x4x16xf32>, tensor<8x4x3xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<?x8x14x?xf32, #relax.dims<[n, 8, 14, w - 2]>>
  %1 = relax.nn.conv2d %x, %k : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d {{.*}}{padding = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<?x8x8x?xf32, #relax.dims<[n, 8, 8, (w + 1) floordiv 2]>>
  %2 = relax.nn.conv2d %x, %k {padding = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d {{.*}}{dilation = array<i64: 2, 2>, padding = array<i64: 2, 0, 2, 4>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<?x8x16x?xf32, #relax.dims<[n, 8, 16, w]>>
  %3 = relax.nn.conv2d %x, %k {dilation = array<i64: 2, 2>, padding = array<i64: 2, 0, 2, 4>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d {{.*}}{groups = 4 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<?x4x14x?xf32, #relax.dims<[n, 4, 14, w - 2]>>
  %4 = relax.nn.conv2d %x, %kd {groups = 4 : i64} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, tensor<4x1x3x3xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d {{.*}}{data_layout = "NHWC", kernel_layout = "HWIO", out_dtype = f64} : {{.*}} -> tensor<*xf64>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<2x14x14x8xf64>
  %5 = relax.nn.conv2d %h, %hk {data_layout = "NHWC", kernel_layout = "HWIO", out_dtype = f64} : (tensor<2x16x16x4xf32>, tensor<3x3x4x8xf32>) -> tensor<*xf64>
  // CHECK: relax.nn.conv2d {{.*}}{data_layout = "NHWC", kernel_layout = "HWIO", out_layout = "NCHW4c"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<2x2x14x14x4xf32>
  %6 = relax.nn.conv2d %h, %hk {data_layout = "NHWC", kernel_layout = "HWIO", out_layout = "NCHW4c"} : (tensor<2x16x16x4xf32>, tensor<3x3x4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d {{.*}}{data_layout = "NCHW2c", kernel_layout = "HWIO", out_layout = "NCHW"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<2x8x14x14xf32>
  %7 = relax.nn.conv2d %hb, %hk {data_layout = "NCHW2c", kernel_layout = "HWIO", out_layout = "NCHW"} : (tensor<2x2x16x16x2xf32>, tensor<3x3x4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d {{.*}} -> tensor<?x8x?x?xf32>
  %8 = relax.nn.conv2d %r, %k : (tensor<*xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv3d {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv3d {{.*}} -> tensor<1x8x8x6x6xf32>
  %9 = relax.nn.conv3d %c3, %k3 : (tensor<1x4x8x8x8xf32>, tensor<8x4x1x3x3xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv1d_transpose {{.*}}{output_padding = array<i64: 1>, strides = array<i64: 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv1d_transpose {{.*}} -> tensor<1x8x33xf32>
  %10 = relax.nn.conv1d_transpose %c1, %t1 {output_padding = array<i64: 1>, strides = array<i64: 2>} : (tensor<1x4x16xf32>, tensor<4x8x2xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d_transpose {{.*}}{strides = array<i64: 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d_transpose {{.*}} -> tensor<?x8x32x?xf32, #relax.dims<[n, 8, 32, w * 2]>>
  %11 = relax.nn.conv2d_transpose %x, %t2 {strides = array<i64: 2, 2>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, tensor<4x8x2x2xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv2d_transpose {{.*}}{groups = 2 : i64, padding = array<i64: 1, 0, 0, 0>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv2d_transpose {{.*}} -> tensor<?x16x16x?xf32, #relax.dims<[n, 16, 16, w + 1]>>
  %12 = relax.nn.conv2d_transpose %x, %t2 {groups = 2 : i64, padding = array<i64: 1, 0, 0, 0>} : (tensor<?x4x16x?xf32, #relax.dims<[n, 4, 16, w]>>, tensor<4x8x2x2xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.conv3d_transpose {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.conv3d_transpose {{.*}} -> tensor<1x8x8x9x9xf32>
  %13 = relax.nn.conv3d_transpose %c3, %t3 : (tensor<1x4x8x8x8xf32>, tensor<4x8x1x2x2xf32>) -> tensor<*xf32>
  relax.return
}

// Where in its memory a tensor lies is no matter of which device computes.
// CHECK-LABEL: @two_scopes
// INFER-LABEL: @two_scopes
// INFER: relax.nn.conv2d {{.*}} -> tensor<1x8x6x6xf32, #{{.*}}>
relax.func @two_scopes(%x: tensor<1x4x8x8xf32, #relax.dims<[1, 4, 8, 8], vdevice = #relax.vdevice<"opencl", 0, "global.texture-nhwc">>>, %k: tensor<8x4x3x3xf32, #relax.dims<[8, 4, 3, 3], vdevice = #relax.vdevice<"opencl", 0, "global.texture-weight">>>) {
  %0 = relax.nn.conv2d %x, %k : (tensor<1x4x8x8xf32, #relax.dims<[1, 4, 8, 8], vdevice = #relax.vdevice<"opencl", 0, "global.texture-nhwc">>>, tensor<8x4x3x3xf32, #relax.dims<[8, 4, 3, 3], vdevice = #relax.vdevice<"opencl", 0, "global.texture-weight">>>) -> tensor<*xf32>
  relax.return
}
