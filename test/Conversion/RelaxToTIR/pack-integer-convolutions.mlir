// Convolutions of 8-bit numbers: first without scales, then, where channels are
// last, one program of four products each.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products --canonicalize | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute --canonicalize | FileCheck %s --check-prefix=MOVED
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute > %t
// RUN: relax-opt %t --split-input-file --relax-pack-integer-products=permute | diff %t -
// RUN: %same-results=relax-pack-integer-products --tolerance=1e-6
// RUN: %same-results="relax-pack-integer-products{permute}" --tolerance=1e-6

// The zero point is what stands around the data; scales follow by channel.
// CHECK-LABEL: relax.func @scaled
// CHECK: %[[PAD:.*]] = relax.nn.pad %arg0 {pad_value = 7.000000e+00 : f64, pad_width = array<i64: 0, 0, 0, 0, 1, 0, 0, 1>}
// CHECK: %[[SUM:.*]] = relax.nn.conv2d %[[PAD]], %{{.*}} {{{.*}}out_dtype = i32, strides = array<i64: 2, 1>}
// CHECK-NOT: padding
// CHECK: relax.subtract %[[SUM]]
// CHECK: relax.astype
// CHECK: relax.multiply
// CHECK-NOT: tir.func
// MOVED-LABEL: relax.func @scaled
// MOVED: relax.nn.pad %arg0 {pad_value = 7.
// MOVED: %[[FOUR:.*]] = relax.nn.pad %{{.*}} {pad_width = array<i64: 0, 0, 0, 1, 0, 0, 0, 0>}
// MOVED: %[[LAST:.*]] = relax.permute_dims %[[FOUR]] {axes = array<i64: 0, 2, 3, 1>}
// MOVED: %[[VIEW:.*]] = relax.memory.view %[[LAST]] at[0] : tensor<1x5x5x4xui8> to tensor<1x5x5x1xi32>
// MOVED: %[[SUM:.*]] = relax.call_tir @dot4(%[[VIEW]], %{{.*}}) : (tensor<1x5x5x1xi32>, tensor<2x1x1x2xi32>) -> tensor<1x2x5x2xi32>
// MOVED: relax.permute_dims %[[SUM]] {axes = array<i64: 0, 3, 1, 2>}
// MOVED: tir.dot4_u8s8
relax.func @scaled(%arg0: tensor<1x3x4x4xui8>) -> tensor<1x2x2x5xf32> {
  %w = relax.constant dense<[[[[1], [-128]], [[3], [4]], [[-5], [6]]], [[[127], [8]], [[9], [-1]], [[11], [12]]]]> : tensor<2x3x2x1xi8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<7> : tensor<ui8>
  %sw = relax.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %zw = relax.constant dense<0> : tensor<2xi8>
  %0 = relax.dequantize %arg0, %s, %z {out_dtype = f32} : (tensor<1x3x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x3x4x4xf32>
  %1 = relax.dequantize %w, %sw, %zw {axis = 0 : i64, out_dtype = f32} : (tensor<2x3x2x1xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x3x2x1xf32>
  %2 = relax.nn.conv2d %0, %1 {padding = array<i64: 1, 0, 0, 1>, strides = array<i64: 2, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x2x1xf32>) -> tensor<1x2x2x5xf32>
  relax.return %2 : tensor<1x2x2x5xf32>
}

// -----

// A zero point of the run time: zeros stand around what differs from it.
// CHECK-LABEL: relax.func @unknown_zero
// CHECK: %[[DIFFERS:.*]] = relax.bitwise_xor %arg0, %arg1
// CHECK: %[[PAD:.*]] = relax.nn.pad %[[DIFFERS]] {pad_width
// CHECK: relax.bitwise_xor %[[PAD]], %arg1
// CHECK: relax.nn.conv2d
relax.func @unknown_zero(%arg0: tensor<1x4x4x4xi8>, %arg1: tensor<i8>) -> tensor<1x1x6x6xi32> {
  %w = relax.constant dense<[[[[1]], [[-128]], [[3]], [[4]]]]> : tensor<1x4x1x1xi8>
  %0 = relax.astype %arg0 {dtype = i32} : (tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi32>
  %1 = relax.astype %arg1 {dtype = i32} : (tensor<i8>) -> tensor<i32>
  %2 = relax.subtract %0, %1 : (tensor<1x4x4x4xi32>, tensor<i32>) -> tensor<1x4x4x4xi32>
  %3 = relax.astype %w {dtype = i32} : (tensor<1x4x1x1xi8>) -> tensor<1x4x1x1xi32>
  %4 = relax.nn.conv2d %2, %3 {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x4x4xi32>, tensor<1x4x1x1xi32>) -> tensor<1x1x6x6xi32>
  relax.return %4 : tensor<1x1x6x6xi32>
}

// -----

// Channels are last: both steps at once. Numbers of i8 have 128 more.
// CHECK-LABEL: relax.func @last
// CHECK: relax.bitwise_xor
// CHECK: relax.memory.view
// CHECK: relax.call_tir @dot4
// CHECK: relax.subtract
// CHECK-NOT: relax.nn.conv2d
relax.func @last(%arg0: tensor<1x4x4x4xi8>) -> tensor<1x4x4x1xi32> {
  %w = relax.constant dense<[[[[1]], [[-128]], [[3]], [[4]]]]> : tensor<1x4x1x1xi8>
  %0 = relax.nn.conv2d %arg0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x4x4x4xi8>, tensor<1x4x1x1xi8>) -> tensor<1x4x4x1xi32>
  relax.return %0 : tensor<1x4x4x1xi32>
}

// -----

// A weight with a zero point, and one of u8: differences of 16 bits, without
// any sum of the data's windows. Zeros stand around them.
// CHECK-LABEL: relax.func @weight_zero
// CHECK-DAG: relax.constant dense<{{\[\[\[\[}}-254]], {{\[\[}}1]], {{\[\[}}-252]], {{\[\[}}-251]]]]> : tensor<1x4x1x1xi16>
// CHECK: %[[WIDE:.*]] = relax.astype %arg0 {dtype = i16}
// CHECK: relax.nn.conv2d %[[WIDE]], %{{.*}} {out_dtype = i32, padding = array<i64: 1, 1, 1, 1>}
// CHECK-NOT: relax.subtract
// MOVED-LABEL: relax.func @weight_zero
// MOVED: relax.call_tir @dot2
// MOVED-NOT: relax.subtract
// MOVED: tir.dot2_s16
relax.func @weight_zero(%arg0: tensor<1x4x4x4xi8>) -> tensor<1x1x6x6xi32> {
  %w = relax.constant dense<[[[[0]], [[255]], [[2]], [[3]]]]> : tensor<1x4x1x1xui8>
  %zw = relax.constant dense<254> : tensor<ui8>
  %0 = relax.astype %arg0 {dtype = i32} : (tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<1x4x1x1xui8>) -> tensor<1x4x1x1xi32>
  %2 = relax.astype %zw {dtype = i32} : (tensor<ui8>) -> tensor<i32>
  %3 = relax.subtract %1, %2 : (tensor<1x4x1x1xi32>, tensor<i32>) -> tensor<1x4x1x1xi32>
  %4 = relax.nn.conv2d %0, %3 {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x4x4xi32>, tensor<1x4x1x1xi32>) -> tensor<1x1x6x6xi32>
  relax.return %4 : tensor<1x1x6x6xi32>
}

// -----

// Groups, and a zero point of the weight that is not known, stay as they are.
// CHECK-LABEL: relax.func @others
// CHECK-COUNT-2: relax.nn.conv2d {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NOT: i32
relax.func @others(%arg0: tensor<1x4x4x4xui8>, %one: tensor<i8>) -> (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) {
  %w = relax.constant dense<[[[[1]]], [[[-128]]], [[[3]]], [[[4]]]]> : tensor<4x1x1x1xi8>
  %v = relax.constant dense<[[[[1]], [[2]], [[3]], [[4]]], [[[5]], [[6]], [[7]], [[8]]], [[[1]], [[2]], [[3]], [[4]]], [[[1]], [[2]], [[3]], [[4]]]]> : tensor<4x4x1x1xi8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<0> : tensor<ui8>
  %zw = relax.constant dense<0> : tensor<i8>
  %0 = relax.dequantize %arg0, %s, %z {out_dtype = f32} : (tensor<1x4x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x4x4x4xf32>
  %1 = relax.dequantize %w, %s, %zw {out_dtype = f32} : (tensor<4x1x1x1xi8>, tensor<f32>, tensor<i8>) -> tensor<4x1x1x1xf32>
  %2 = relax.nn.conv2d %0, %1 {groups = 4 : i64} : (tensor<1x4x4x4xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x4x4xf32>
  %3 = relax.dequantize %v, %s, %one {out_dtype = f32} : (tensor<4x4x1x1xi8>, tensor<f32>, tensor<i8>) -> tensor<4x4x1x1xf32>
  %4 = relax.nn.conv2d %0, %3 : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  relax.return %2, %4 : tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>
}
