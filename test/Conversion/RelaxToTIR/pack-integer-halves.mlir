// A CPU without an instruction for bytes multiplies halves: numbers less their
// zero points, so that nothing is left to be subtracted.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute --canonicalize | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute > %t
// RUN: relax-opt %t --split-input-file --relax-pack-integer-products=permute | diff %t -
// RUN: %same-results="relax-pack-integer-products{permute}" --tolerance=1e-6

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// Three of K are padded with a zero. The weights are [[1 - 127, -128 + 3], ...].
// CHECK-LABEL: relax.func @integers
// CHECK-SAME: (%[[X:.*]]: tensor<?x3xui8, #relax.dims<[n, 3]>>, %[[Z:.*]]: tensor<ui8>)
// CHECK: %[[W:.*]] = relax.constant dense<{{\[\[}}-16646270, 196483], [65417, 65412]]> : tensor<2x2xi32>
// CHECK: %[[WIDE:.*]] = relax.astype %[[X]] {dtype = i16}
// CHECK: %[[ZERO:.*]] = relax.astype %[[Z]] {dtype = i16}
// CHECK: %[[LESS:.*]] = relax.subtract %[[WIDE]], %[[ZERO]]
// CHECK: %[[PAD:.*]] = relax.nn.pad %[[LESS]] {pad_width = array<i64: 0, 0, 0, 1>}
// CHECK: %[[WORDS:.*]] = relax.memory.view %[[PAD]] at[0] : {{.*}} to tensor<?x2xi32, #relax.dims<[n, 2]>>
// CHECK: %[[DOT:.*]] = relax.call_tir @dot2(%[[WORDS]], %[[W]])
// CHECK-NEXT: relax.return %[[DOT]]
// CHECK: tir.dot2_s16
relax.func @integers(%x: tensor<?x3xui8, #relax.dims<[n, 3]>>, %z: tensor<ui8>) -> tensor<?x2xi32, #relax.dims<[n, 2]>> {
  %w = relax.constant dense<[[1, -128], [-128, -1], [8, -127]]> : tensor<3x2xi8>
  %zw = relax.constant dense<[127, -3]> : tensor<2xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<?x3xui8, #relax.dims<[n, 3]>>) -> tensor<?x3xi32, #relax.dims<[n, 3]>>
  %1 = relax.astype %z {dtype = i32} : (tensor<ui8>) -> tensor<i32>
  %2 = relax.subtract %0, %1 : (tensor<?x3xi32, #relax.dims<[n, 3]>>, tensor<i32>) -> tensor<?x3xi32, #relax.dims<[n, 3]>>
  %3 = relax.astype %w {dtype = i32} : (tensor<3x2xi8>) -> tensor<3x2xi32>
  %4 = relax.astype %zw {dtype = i32} : (tensor<2xi8>) -> tensor<2xi32>
  %5 = relax.subtract %3, %4 : (tensor<3x2xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  %6 = relax.matmul %2, %5 : (tensor<?x3xi32, #relax.dims<[n, 3]>>, tensor<3x2xi32>) -> tensor<?x2xi32, #relax.dims<[n, 2]>>
  relax.return %6 : tensor<?x2xi32, #relax.dims<[n, 2]>>
}
}

// -----

// A zero point of the weight that is not known: bytes, as elsewhere.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// CHECK-LABEL: relax.func @unknown_zero
// CHECK: relax.call_tir @dot4
// CHECK: relax.sum
relax.func @unknown_zero(%x: tensor<2x4xui8>, %zw: tensor<i8>) -> tensor<2x2xi32> {
  %w = relax.constant dense<[[1, -1], [2, -2], [3, -3], [4, -128]]> : tensor<4x2xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<2x4xui8>) -> tensor<2x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %2 = relax.astype %zw {dtype = i32} : (tensor<i8>) -> tensor<i32>
  %3 = relax.subtract %1, %2 : (tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  %4 = relax.matmul %0, %3 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  relax.return %4 : tensor<2x2xi32>
}
}

// -----

// Zeros are around the differences, with zero points of the weight by channel.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// CHECK-LABEL: relax.func @convolution
// CHECK: %[[LESS:.*]] = relax.subtract %{{.*}} : (tensor<1x3x4x4xi16>, tensor<i16>)
// CHECK: %[[PAD:.*]] = relax.nn.pad %[[LESS]] {pad_width = array<i64: 0, 0, 0, 1, 1, 0, 0, 1>}
// CHECK: %[[LAST:.*]] = relax.permute_dims %[[PAD]] {axes = array<i64: 0, 2, 3, 1>}
// CHECK: %[[VIEW:.*]] = relax.memory.view %[[LAST]] at[0] : tensor<1x5x5x4xi16> to tensor<1x5x5x2xi32>
// CHECK: relax.call_tir @dot2(%[[VIEW]], %{{.*}}) : (tensor<1x5x5x2xi32>, tensor<2x1x2x2xi32>) -> tensor<1x2x5x2xi32>
// CHECK-NOT: relax.subtract
// CHECK: tir.dot2_s16
relax.func @convolution(%arg0: tensor<1x3x4x4xui8>) -> tensor<1x2x2x5xf32> {
  %w = relax.constant dense<[[[[1], [255]], [[3], [4]], [[5], [6]]], [[[127], [8]], [[9], [0]], [[11], [12]]]]> : tensor<2x3x2x1xui8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<7> : tensor<ui8>
  %sw = relax.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %zw = relax.constant dense<[255, 1]> : tensor<2xui8>
  %0 = relax.dequantize %arg0, %s, %z {out_dtype = f32} : (tensor<1x3x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x3x4x4xf32>
  %1 = relax.dequantize %w, %sw, %zw {axis = 0 : i64, out_dtype = f32} : (tensor<2x3x2x1xui8>, tensor<2xf32>, tensor<2xui8>) -> tensor<2x3x2x1xf32>
  %2 = relax.nn.conv2d %0, %1 {padding = array<i64: 1, 0, 0, 1>, strides = array<i64: 2, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x2x1xf32>) -> tensor<1x2x2x5xf32>
  relax.return %2 : tensor<1x2x2x5xf32>
}
}
