// What stays sums of the products of windows; what makes no difference to
// floats has its tests in use-winograd-rejected.mlir. Equal weights are not
// packed as words then.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute | FileCheck %s --implicit-check-not=winograd_input

// Numbers of 16 bits: four of them may be more than 16 bits hold.
// CHECK-LABEL: relax.func @halves
// CHECK: relax.nn.conv2d
relax.func @halves(%x: tensor<1x18x18x32xi16>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<1> : tensor<32x32x3x3xi16>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x18x18x32xi16>, tensor<32x32x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %0 : tensor<1x16x16x32xi32>
}

// -----

// Another range: of 16 bits before the conversion, and a zero point that is not
// known to have 8.
// CHECK-LABEL: relax.func @wide
// CHECK: relax.nn.conv2d
relax.func @wide(%x: tensor<1x18x18x32xi8>, %z: tensor<i16>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<1> : tensor<32x32x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x18x18x32xi8>) -> tensor<1x18x18x32xi16>
  %1 = relax.subtract %0, %z : (tensor<1x18x18x32xi16>, tensor<i16>) -> tensor<1x18x18x32xi16>
  %2 = relax.nn.conv2d %1, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x18x18x32xi16>, tensor<32x32x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %2 : tensor<1x16x16x32xi32>
}

// -----

// CHECK-LABEL: relax.func @from_words
// CHECK: relax.nn.conv2d
relax.func @from_words(%x: tensor<1x18x18x32xi32>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<1> : tensor<32x32x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x18x18x32xi32>) -> tensor<1x18x18x32xi16>
  %1 = relax.nn.conv2d %0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x18x18x32xi16>, tensor<32x32x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %1 : tensor<1x16x16x32xi32>
}

// -----

// Weights of which nine may be more than 16 bits hold.
// CHECK-LABEL: relax.func @large_weight
// CHECK: relax.nn.conv2d
relax.func @large_weight(%x: tensor<1x18x18x32xi8>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<3641> : tensor<32x32x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x18x18x32xi8>) -> tensor<1x18x18x32xi16>
  %1 = relax.nn.conv2d %0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x18x18x32xi16>, tensor<32x32x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %1 : tensor<1x16x16x32xi32>
}

// -----

// Sums of 128 * 9 * 512 * 1024, four times which are 2^31 + 2^28.
// CHECK-LABEL: relax.func @long_sum
// CHECK: relax.nn.conv2d
relax.func @long_sum(%x: tensor<1x18x18x512xi8>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<1024> : tensor<32x512x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x18x18x512xi8>) -> tensor<1x18x18x512xi16>
  %1 = relax.nn.conv2d %0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x18x18x512xi16>, tensor<32x512x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %1 : tensor<1x16x16x32xi32>
}

// -----

// Words are of two channels.
// CHECK-LABEL: relax.func @odd
// CHECK: relax.nn.conv2d
relax.func @odd(%x: tensor<1x18x18x33xi8>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<1> : tensor<32x33x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x18x18x33xi8>) -> tensor<1x18x18x33xi16>
  %1 = relax.nn.conv2d %0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x18x18x33xi16>, tensor<32x33x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %1 : tensor<1x16x16x32xi32>
}

// -----

// No gain of so few places.
// CHECK-LABEL: relax.func @few
// CHECK: relax.nn.conv2d
relax.func @few(%x: tensor<1x4x4x32xi8>) -> tensor<1x2x2x32xi32> {
  %w = relax.constant dense<1> : tensor<32x32x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x4x4x32xi8>) -> tensor<1x4x4x32xi16>
  %1 = relax.nn.conv2d %0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x4x4x32xi16>, tensor<32x32x3x3xi16>) -> tensor<1x2x2x32xi32>
  relax.return %1 : tensor<1x2x2x32xi32>
}

// -----

// The module says no.
module attributes {relax.no_winograd} {
// CHECK-LABEL: relax.func @forbidden
// CHECK: relax.nn.conv2d
relax.func @forbidden(%x: tensor<1x18x18x32xi8>) -> tensor<1x16x16x32xi32> {
  %w = relax.constant dense<1> : tensor<32x32x3x3xi16>
  %0 = relax.astype %x {dtype = i16} : (tensor<1x18x18x32xi8>) -> tensor<1x18x18x32xi16>
  %1 = relax.nn.conv2d %0, %w {data_layout = "NHWC", out_dtype = i32} : (tensor<1x18x18x32xi16>, tensor<32x32x3x3xi16>) -> tensor<1x16x16x32xi32>
  relax.return %1 : tensor<1x16x16x32xi32>
}
}
