// Layouts that split axes: operands are moved into blocks, results back.
// RUN: relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NCHW4c:OIHW4i2o,relax.nn.max_pool2d:NCHW2c | FileCheck %s
// RUN: relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHWI:NCHW4c | FileCheck %s --check-prefix=OUT
// RUN: relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NCHW4c:OIHW | relax-opt --relax-convert-layout=desired-layouts=relax.nn.conv2d:NCHW4c:OIHW | FileCheck %s --check-prefix=TWICE
// RUN: %same-results="relax-convert-layout{desired-layouts=relax.nn.conv2d:NCHW4c:OIHW4i2o,relax.nn.max_pool2d:NCHW2c}"

// CHECK-DAG: #[[SPLIT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>
// CHECK-DAG: #[[JOIN:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 4 + d4, d2, d3)>
// CHECK-LABEL: relax.func @main(
// CHECK: %[[X:.*]] = relax.layout_transform %{{.*}} {index_map = #[[SPLIT]]}
// CHECK-SAME: -> tensor<1x2x4x4x4xf32>
// CHECK: %[[W:.*]] = relax.layout_transform
// CHECK-SAME: -> tensor<2x2x1x1x4x2xf32>
// CHECK: %[[Y:.*]] = relax.nn.conv2d %[[X]], %[[W]] {data_layout = "NCHW4c", kernel_layout = "OIHW4i2o", out_layout = "NCHW4c"}
// CHECK-SAME: -> tensor<1x1x4x4x4xf32>
// CHECK: relax.layout_transform %[[Y]] {index_map = #[[JOIN]]}
// CHECK-SAME: -> tensor<1x4x4x4xf32>
// CHECK: relax.nn.relu
// CHECK: relax.nn.max_pool2d {{.*}}"NCHW2c"

// Another layout of the result alone.
// OUT: relax.nn.conv2d {{.*}} {data_layout = "NHWC", kernel_layout = "OHWI", out_layout = "NCHW4c"}
// OUT: relax.layout_transform

// TWICE-COUNT-2: relax.layout_transform
// TWICE-NOT: relax.layout_transform
// TWICE: relax.nn.max_pool2d
relax.func @main(%x: tensor<1x8x4x4xf32>, %w: tensor<4x8x1x1xf32>) -> tensor<1x4x2x2xf32> {
  %0 = relax.dataflow -> tensor<1x4x2x2xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x8x4x4xf32>, tensor<4x8x1x1xf32>) -> tensor<1x4x4x4xf32>
    %2 = relax.nn.relu %1 : tensor<1x4x4x4xf32>
    %3 = relax.nn.max_pool2d %2 {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
    relax.output %3 : tensor<1x4x2x2xf32>
  }
  relax.return %0 : tensor<1x4x2x2xf32>
}

// Three channels are no whole blocks of four; nor is what is not known.
// CHECK-LABEL: relax.func @rest(
// CHECK-NOT: relax.layout_transform
relax.func @rest(%x: tensor<1x3x4x4xf32>, %y: tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>, %w: tensor<4x3x1x1xf32>) -> (tensor<1x4x4x4xf32>, tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>) {
  %0:2 = relax.dataflow -> tensor<1x4x4x4xf32>, tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x3x4x4xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x4x4xf32>
    %2 = relax.nn.max_pool2d %y {pool_size = array<i64: 1, 1>} : (tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>) -> tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>
    relax.output %1, %2 : tensor<1x4x4x4xf32>, tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>
  }
  relax.return %0#0, %0#1 : tensor<1x4x4x4xf32>, tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>
}
