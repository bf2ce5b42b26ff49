// RUN: relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHWI | FileCheck %s
// RUN: relax-opt %s --relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHWI --relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHWI | FileCheck %s
// RUN: relax-opt %s --relax-convert-layout | FileCheck %s --check-prefix=NONE
// RUN: %same-results="relax-convert-layout{desired-layouts=relax.nn.conv2d:NHWC:OHWI}"
// RUN: %same-results="relax-convert-layout{desired-layouts=relax.nn.conv2d:HWNC:HWIO:NHWC,relax.nn.max_pool2d:NHWC}"

// NONE-NOT: NHWC

// What treats all axes alike takes the order at hand: a second operand of the
// same rank is brought in it, a scalar has none.
// CHECK-LABEL: relax.func @alike
// CHECK: %[[B:.*]] = relax.permute_dims %{{.*}} {axes = array<i64: 0, 2, 3, 1>} : (tensor<1x4x1x1xf32>)
// CHECK-NEXT: relax.add %{{.*}}, %[[B]] : (tensor<?x2x2x4xf32, #{{.*}}>, tensor<1x1x1x4xf32>)
// CHECK-NEXT: %[[M:.*]] = relax.multiply
// CHECK-NEXT: %[[W:.*]] = relax.permute_dims %[[M]] {axes = array<i64: 0, 3, 1, 2>}
// CHECK-NEXT: relax.output %[[W]]
relax.func @alike(%x: tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>, %w: tensor<4x4x1x1xf32>, %b: tensor<1x4x1x1xf32>, %s: tensor<f32>) -> tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>> {
  %0 = relax.dataflow -> tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>> {
    %1 = relax.nn.conv2d %x, %w : (tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>, tensor<4x4x1x1xf32>) -> tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>
    %2 = relax.add %1, %b : (tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>, tensor<1x4x1x1xf32>) -> tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>
    %3 = relax.multiply %s, %2 : (tensor<f32>, tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>) -> tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>
    relax.output %3 : tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>
  }
  relax.return %0 : tensor<?x4x2x2xf32, #relax.dims<[n, 4, 2, 2]>>
}

// A vector is broadcast along the axis that was the last one.
// CHECK-LABEL: relax.func @vector
// CHECK: relax.nn.conv2d
// CHECK-NEXT: %[[W:.*]] = relax.permute_dims
// CHECK-NEXT: relax.add %[[W]], %{{.*}} : (tensor<1x4x2x2xf32>, tensor<2xf32>)
relax.func @vector(%x: tensor<1x4x2x2xf32>, %w: tensor<4x4x1x1xf32>, %b: tensor<2xf32>) -> tensor<1x4x2x2xf32> {
  %0 = relax.dataflow -> tensor<1x4x2x2xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    %2 = relax.add %1, %b : (tensor<1x4x2x2xf32>, tensor<2xf32>) -> tensor<1x4x2x2xf32>
    relax.output %2 : tensor<1x4x2x2xf32>
  }
  relax.return %0 : tensor<1x4x2x2xf32>
}

// What names axes names them where they are.
// CHECK-LABEL: relax.func @axes
// CHECK: %[[C:.*]] = relax.nn.conv2d
// CHECK-NEXT: relax.nn.batch_norm %[[C]], %{{.*}} {axis = 3 : i64
// CHECK-NEXT: relax.nn.softmax %{{.*}} {axis = 1 : i64}
// CHECK-NEXT: relax.concat %{{.*}} {axis = 3 : i64}
// CHECK-NEXT: relax.split %{{.*}} {axis = 2 : i64
// CHECK-NEXT: relax.strided_slice %{{.*}} {axes = array<i64: 3, 1>
// CHECK-NEXT: relax.permute_dims %{{.*}} {axes = array<i64: 0, 3, 1, 2>}
// CHECK-NEXT: relax.sum %{{.*}} {axis = array<i64: 3>, keepdims = true}
// CHECK-NEXT: relax.permute_dims %{{.*}} {axes = array<i64: 0, 3, 1, 2>}
// CHECK-NEXT: relax.argmax %{{.*}} {axis = 1 : i64}
// CHECK-SAME: -> tensor<1x2x8xi64>
// CHECK-NEXT: relax.permute_dims %{{.*}} {axes = array<i64: 0, 2, 1>}
// CHECK-NEXT: relax.output
relax.func @axes(%x: tensor<1x4x4x4xf32>, %w: tensor<4x4x1x1xf32>, %p: tensor<4xf32>) -> (tensor<1x2x1x2xf32>, tensor<1x8x2xi64>, tensor<1x1x4x2xf32>) {
  %0:3 = relax.dataflow -> tensor<1x2x1x2xf32>, tensor<1x8x2xi64>, tensor<1x1x4x2xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
    %2:3 = relax.nn.batch_norm %1, %p, %p, %p, %p {axis = 1 : i64} : (tensor<1x4x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<1x4x4x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %3 = relax.nn.softmax %2#0 {axis = -2 : i64} : tensor<1x4x4x4xf32>
    %4 = relax.concat %3, %1 {axis = 1 : i64} : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x8x4x4xf32>
    %5:2 = relax.split %4 {axis = 3 : i64, sections = 2 : i64} : (tensor<1x8x4x4xf32>) -> (tensor<1x8x4x2xf32>, tensor<1x8x4x2xf32>)
    %6 = relax.strided_slice %5#0 {axes = array<i64: 1, 2>, begin = [#relax.expr<1>, #relax.expr<2>], end = [#relax.expr<3>, #relax.expr<3>], strides = array<i64: 1, 1>} : (tensor<1x8x4x2xf32>) -> tensor<1x2x1x2xf32>
    %7 = relax.sum %5#1 {axis = array<i64: 1>, keepdims = true} : (tensor<1x8x4x2xf32>) -> tensor<1x1x4x2xf32>
    %8 = relax.argmax %5#1 {axis = 2 : i64} : (tensor<1x8x4x2xf32>) -> tensor<1x8x2xi64>
    relax.output %6, %8, %7 : tensor<1x2x1x2xf32>, tensor<1x8x2xi64>, tensor<1x1x4x2xf32>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<1x2x1x2xf32>, tensor<1x8x2xi64>, tensor<1x1x4x2xf32>
}

// Axes that move, come and go; over all axes their order is none.
// CHECK-LABEL: relax.func @moves
// CHECK: %[[C:.*]] = relax.nn.conv2d
// CHECK-NEXT: %[[P:.*]] = relax.permute_dims %[[C]] {axes = array<i64: 2, 3, 1, 0>}
// CHECK-NEXT: %[[E:.*]] = relax.expand_dims %[[C]] {axis = array<i64: 0>} : (tensor<1x2x3x4xf32>) -> tensor<1x1x2x3x4xf32>
// CHECK-NEXT: %[[S:.*]] = relax.squeeze %[[E]] {axis = array<i64: 0>}
// CHECK-NEXT: %[[T:.*]] = relax.stack %[[S]], %[[C]] {axis = 1 : i64} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x2x3x4xf32>
// CHECK-NEXT: %[[Q:.*]] = relax.squeeze %[[T]] : (tensor<1x2x2x3x4xf32>) -> tensor<2x2x3x4xf32>
// CHECK-NEXT: relax.permute_dims %[[Q]] {axes = array<i64: 0, 3, 1, 2>}
// CHECK-NEXT: relax.max %[[Q]] : (tensor<2x2x3x4xf32>) -> tensor<f32>
relax.func @moves(%x: tensor<1x4x2x3xf32>, %w: tensor<4x4x1x1xf32>) -> (tensor<3x4x2x1xf32>, tensor<2x4x2x3xf32>, tensor<f32>) {
  %0:3 = relax.dataflow -> tensor<3x4x2x1xf32>, tensor<2x4x2x3xf32>, tensor<f32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x4x2x3xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x3xf32>
    %2 = relax.permute_dims %1 {axes = array<i64: 3, 1, 2, 0>} : (tensor<1x4x2x3xf32>) -> tensor<3x4x2x1xf32>
    %3 = relax.expand_dims %1 {axis = array<i64: 0>} : (tensor<1x4x2x3xf32>) -> tensor<1x1x4x2x3xf32>
    %4 = relax.squeeze %3 {axis = array<i64: 0>} : (tensor<1x1x4x2x3xf32>) -> tensor<1x4x2x3xf32>
    %5 = relax.stack %4, %1 {axis = 1 : i64} : (tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>) -> tensor<1x2x4x2x3xf32>
    %6 = relax.squeeze %5 : (tensor<1x2x4x2x3xf32>) -> tensor<2x4x2x3xf32>
    %7 = relax.max %6 : (tensor<2x4x2x3xf32>) -> tensor<f32>
    relax.output %2, %6, %7 : tensor<3x4x2x1xf32>, tensor<2x4x2x3xf32>, tensor<f32>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<3x4x2x1xf32>, tensor<2x4x2x3xf32>, tensor<f32>
}

// Operators with a layout of which none is asked for follow; what cannot, has
// its operand as it was. A second weight is permuted once for both.
// CHECK-LABEL: relax.func @layouts
// CHECK: %[[V:.*]] = relax.permute_dims %{{.*}} : (tensor<4x4x1x1xf32>) -> tensor<4x1x1x4xf32>
// CHECK-NEXT: relax.nn.conv2d %{{.*}}, %[[V]] {data_layout = "NHWC", kernel_layout = "OHWI", out_layout = "NHWC"}
// CHECK-NEXT: %[[D:.*]] = relax.nn.conv2d %{{.*}}, %[[V]] {data_layout = "NHWC", kernel_layout = "OHWI"}
// CHECK-NEXT: relax.nn.max_pool2d %[[D]] {layout = "NHWC", pool_size = array<i64: 2, 2>}
// CHECK-NEXT: %[[S:.*]] = relax.shape
// CHECK-NEXT: %[[R:.*]] = relax.image.resize2d %{{.*}}, %[[S]] {layout = "NHWC"}
// CHECK-NEXT: %[[B:.*]] = relax.permute_dims %[[R]]
// CHECK-NEXT: relax.flatten %[[B]]
relax.func @layouts(%x: tensor<1x4x4x4xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<64xf32> {
  %0 = relax.dataflow -> tensor<64xf32> {
    %1 = relax.nn.conv2d %x, %w {out_layout = "NCHW"} : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
    %2 = relax.nn.conv2d %1, %w : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
    %3 = relax.nn.max_pool2d %2 {pool_size = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>) -> tensor<1x4x3x3xf32>
    %s = relax.shape [4, 4] : !relax.shape<[4, 4]>
    %4 = relax.image.resize2d %3, %s : (tensor<1x4x3x3xf32>, !relax.shape<[4, 4]>) -> tensor<1x4x4x4xf32>
    %5 = relax.flatten %4 : (tensor<1x4x4x4xf32>) -> tensor<64xf32>
    relax.output %5 : tensor<64xf32>
  }
  relax.return %0 : tensor<64xf32>
}

// What was written for blocks of channels stays.
// CHECK-LABEL: relax.func @blocks
// CHECK: relax.dataflow
// CHECK-NEXT: relax.nn.conv2d %{{.*}} {data_layout = "NCHW2c", kernel_layout = "OIHW2o2i"}
// CHECK: relax.output
relax.func @blocks(%x: tensor<1x2x3x3x2xf32>, %w: tensor<2x2x1x1x2x2xf32>) -> tensor<1x2x3x3x2xf32> {
  %0 = relax.dataflow -> tensor<1x2x3x3x2xf32> {
    %1 = relax.nn.conv2d %x, %w {data_layout = "NCHW2c", kernel_layout = "OIHW2o2i"} : (tensor<1x2x3x3x2xf32>, tensor<2x2x1x1x2x2xf32>) -> tensor<1x2x3x3x2xf32>
    relax.output %1 : tensor<1x2x3x3x2xf32>
  }
  relax.return %0 : tensor<1x2x3x3x2xf32>
}

// Without its axis an op goes through the elements in their order; unknown
// ranks have none. Outside of a region nothing moves.
// CHECK-LABEL: relax.func @stays
// CHECK: relax.nn.conv2d %{{.*}}, %{{.*}} : (tensor<1x4x2x2xf32>
// CHECK: %[[C:.*]] = relax.nn.conv2d {{.*}}"NHWC"
// CHECK-NEXT: %[[W:.*]] = relax.permute_dims %[[C]]
// CHECK-NEXT: relax.argmax %[[W]]
// CHECK-NEXT: relax.cumsum %[[W]]
// CHECK-NEXT: relax.exp %[[W]] : (tensor<1x4x2x2xf32>) -> tensor<*xf32>
relax.func @stays(%x: tensor<1x4x2x2xf32>, %w: tensor<4x4x1x1xf32>) -> (tensor<i64>, tensor<16xf32>, tensor<*xf32>) {
  %a = relax.nn.conv2d %x, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
  %0:3 = relax.dataflow -> tensor<i64>, tensor<16xf32>, tensor<*xf32> {
    %1 = relax.nn.conv2d %a, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    %2 = relax.argmax %1 : (tensor<1x4x2x2xf32>) -> tensor<i64>
    %3 = relax.cumsum %1 : (tensor<1x4x2x2xf32>) -> tensor<16xf32>
    %4 = relax.exp %1 : (tensor<1x4x2x2xf32>) -> tensor<*xf32>
    relax.output %2, %3, %4 : tensor<i64>, tensor<16xf32>, tensor<*xf32>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<i64>, tensor<16xf32>, tensor<*xf32>
}

// A function that nobody calls.
// CHECK-LABEL: relax.func private @dead
// CHECK: relax.nn.conv2d {{.*}}"NHWC"
relax.func private @dead(%x: tensor<1x4x2x2xf32>, %w: tensor<4x4x1x1xf32>) {
  %0 = relax.dataflow -> tensor<1x4x2x2xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    relax.output %1 : tensor<1x4x2x2xf32>
  }
  relax.return
}

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
