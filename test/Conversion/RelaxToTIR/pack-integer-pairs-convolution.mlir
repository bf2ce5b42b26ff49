// Convolutions by constants of which 16 bits hold all sums of two products are
// of bytes on a CPU that adds up such products; others, and windows that are
// computed by tiles of halves, are of halves.
// RUN: relax-opt %s --relax-pack-integer-products=permute --canonicalize | FileCheck %s
// RUN: relax-opt %s --relax-pack-integer-products=permute > %t
// RUN: relax-opt %t --relax-pack-integer-products=permute | diff %t -
// RUN: %same-results="relax-pack-integer-products{permute}" --tolerance=1e-6

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// The zero point of the data is subtracted behind the sum.
// CHECK-LABEL: relax.func @point
// CHECK: relax.call_tir @dot4_pairs{{.*}} : (tensor<1x4x4x1xi32>, tensor<1x1x1x2xi32>) -> tensor<1x4x4x2xi32>
// CHECK: relax.subtract
relax.func @point(%x: tensor<1x3x4x4xui8>) -> tensor<1x2x4x4xf32> {
  %w = relax.constant dense<[[[[1]], [[127]], [[-128]]], [[[-64]], [[-64]], [[9]]]]> : tensor<2x3x1x1xi8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<3> : tensor<ui8>
  %zw = relax.constant dense<0> : tensor<i8>
  %0 = relax.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x3x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x3x4x4xf32>
  %1 = relax.dequantize %w, %s, %zw {out_dtype = f32} : (tensor<2x3x1x1xi8>, tensor<f32>, tensor<i8>) -> tensor<2x3x1x1xf32>
  %2 = relax.nn.conv2d %0, %1 : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x4xf32>
  relax.return %2 : tensor<1x2x4x4xf32>
}

// A window that goes on by two places, of groups of 16.
// CHECK-LABEL: relax.func @strided_groups
// CHECK: relax.call_tir @dot4_pairs{{.*}} : (tensor<?x4x4x4xi32, {{.*}}>, tensor<2x1x1x2x16xi32>) -> tensor<?x2x2x32xi32,
relax.func @strided_groups(%x: tensor<?x4x4x16xi8, #relax.dims<[n, 4, 4, 16]>>) -> tensor<?x2x2x32xi32, #relax.dims<[n, 2, 2, 32]>> {
  %w = relax.constant dense_resource<w> : tensor<1x1x8x32xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<?x4x4x16xi8, #relax.dims<[n, 4, 4, 16]>>) -> tensor<?x4x4x16xi32, #relax.dims<[n, 4, 4, 16]>>
  %1 = relax.astype %w {dtype = i32} : (tensor<1x1x8x32xi8>) -> tensor<1x1x8x32xi32>
  %2 = relax.nn.conv2d %0, %1 {strides = array<i64: 2, 2>, groups = 2 : i64, data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<?x4x4x16xi32, #relax.dims<[n, 4, 4, 16]>>, tensor<1x1x8x32xi32>) -> tensor<?x2x2x32xi32, #relax.dims<[n, 2, 2, 32]>>
  relax.return %2 : tensor<?x2x2x32xi32, #relax.dims<[n, 2, 2, 32]>>
}

// 127 and 2 are too large together.
// CHECK-LABEL: relax.func @too_large
// CHECK: relax.call_tir @dot2
relax.func @too_large(%x: tensor<1x3x4x4xui8>) -> tensor<1x2x4x4xi32> {
  %w = relax.constant dense<[[[[2]], [[127]], [[-128]]], [[[-64]], [[-64]], [[9]]]]> : tensor<2x3x1x1xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<1x3x4x4xui8>) -> tensor<1x3x4x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<2x3x1x1xi8>) -> tensor<2x3x1x1xi32>
  %2 = relax.nn.conv2d %0, %1 : (tensor<1x3x4x4xi32>, tensor<2x3x1x1xi32>) -> tensor<1x2x4x4xi32>
  relax.return %2 : tensor<1x2x4x4xi32>
}

// CHECK-LABEL: relax.func @tiles
// CHECK-NOT: dot4
// CHECK: relax.return
relax.func @tiles(%x: tensor<1x4x4x4xui8>) -> tensor<1x1x2x2xi32> {
  %w = relax.constant dense<[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 2, 3], [4, 5, 6], [7, 8, -9]]]]> : tensor<1x4x3x3xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<1x4x4x4xui8>) -> tensor<1x4x4x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<1x4x3x3xi8>) -> tensor<1x4x3x3xi32>
  %2 = relax.nn.conv2d %0, %1 : (tensor<1x4x4x4xi32>, tensor<1x4x3x3xi32>) -> tensor<1x1x2x2xi32>
  relax.return %2 : tensor<1x1x2x2xi32>
}
}

{-#
  dialect_resources: {
    builtin: {
      w: "0x10000000c0e50a2fd3f81dc1e60b30d4f91ec2e70c31d5fa1fc3e80d32d6fb20c4e90e33d7fc21c5ea0f34d8fd22c6eb1035d9fe23c7ec1136daff24c8ed1237db0025c9ee1338dc0126caef1439dd0227cbf0153ade0328ccf1163bdf0429cdf2173ce0052acef3183de1062bcff4193ee2072cd0f51a3fe3082dd1f61b40e4092ed2f71cc0e50a2fd3f81dc1e60b30d4f91ec2e70c31d5fa1fc3e80d32d6fb20c4e90e33d7fc21c5ea0f34d8fd22c6eb1035d9fe23c7ec1136daff24c8ed1237db0025c9ee1338dc0126caef1439dd0227cbf0153ade0328ccf1163bdf0429cdf2173ce0052acef3183de1062bcff4193ee2072cd0f51a3fe3082dd1f61b40e4092ed2"
    }
  }
#-}
