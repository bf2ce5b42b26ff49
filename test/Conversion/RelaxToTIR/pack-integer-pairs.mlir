// A CPU that adds products of two bytes in 16 bits multiplies bytes where the
// constant's numbers are such that 16 bits hold these sums, else halves.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute --canonicalize | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute > %t
// RUN: relax-opt %t --split-input-file --relax-pack-integer-products=permute | diff %t -
// RUN: %same-results="relax-pack-integer-products{permute}" --tolerance=1e-6

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// Pairs of the extreme: (1, 127), (-128, 0); the fifth of K stands with zeros.
// CHECK-LABEL: relax.func @fits
// CHECK: %[[PAD:.*]] = relax.nn.pad %{{.*}} {pad_width = array<i64: 0, 0, 0, 3>}
// CHECK: relax.call_tir @dot4_pairs(
// CHECK-NOT: relax.subtract
relax.func @fits(%x: tensor<?x5xui8, #relax.dims<[n, 5]>>) -> tensor<?x2xi32, #relax.dims<[n, 2]>> {
  %w = relax.constant dense<[[1, 127], [127, -128], [-128, 64], [0, 64], [-1, 2]]> : tensor<5x2xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<?x5xui8, #relax.dims<[n, 5]>>) -> tensor<?x5xi32, #relax.dims<[n, 5]>>
  %1 = relax.astype %w {dtype = i32} : (tensor<5x2xi8>) -> tensor<5x2xi32>
  %2 = relax.matmul %0, %1 : (tensor<?x5xi32, #relax.dims<[n, 5]>>, tensor<5x2xi32>) -> tensor<?x2xi32, #relax.dims<[n, 2]>>
  relax.return %2 : tensor<?x2xi32, #relax.dims<[n, 2]>>
}

// The constant is transposed; signed data have 128 more, and a zero point.
// CHECK-LABEL: relax.func private @signed
// CHECK: relax.bitwise_xor
// CHECK: relax.call_tir @dot4_pairs
// CHECK: relax.subtract
// CHECK: tir.dot4_u8s8 %{{.*}}, %{{.*}} {pairs_fit} : i32
relax.func private @signed(%x: tensor<2x4xi8>) -> tensor<2x2xf32> {
  %w = relax.constant dense<[[64, 64, -64, -64], [63, -64, 0, 1]]> : tensor<2x4xi8>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<3> : tensor<i8>
  %zw = relax.constant dense<0> : tensor<i8>
  %0 = relax.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x4xi8>, tensor<f32>, tensor<i8>) -> tensor<2x4xf32>
  %1 = relax.dequantize %w, %s, %zw {out_dtype = f32} : (tensor<2x4xi8>, tensor<f32>, tensor<i8>) -> tensor<2x4xf32>
  %2 = relax.permute_dims %1 : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %3 = relax.matmul %0, %2 : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  relax.return %3 : tensor<2x2xf32>
}
}

// -----

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// One pair, (127, 2), is above 128.
// CHECK-LABEL: relax.func @too_large
// CHECK: relax.call_tir @dot2(
relax.func @too_large(%x: tensor<2x4xui8>) -> tensor<2x2xi32> {
  %w = relax.constant dense<[[1, 1], [1, 1], [1, 127], [1, 2]]> : tensor<4x2xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<2x4xui8>) -> tensor<2x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %2 = relax.matmul %0, %1 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  relax.return %2 : tensor<2x2xi32>
}

// A zero point of the weight would ask for sums of rows.
// CHECK-LABEL: relax.func @zero_point
// CHECK: relax.call_tir @dot2
relax.func @zero_point(%x: tensor<2x4xui8>) -> tensor<2x2xi32> {
  %w = relax.constant dense<[[1, 1], [1, 1], [1, 5], [1, 1]]> : tensor<4x2xi8>
  %z = relax.constant dense<3> : tensor<i8>
  %zw = relax.astype %z {dtype = i32} : (tensor<i8>) -> tensor<i32>
  %0 = relax.astype %x {dtype = i32} : (tensor<2x4xui8>) -> tensor<2x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %2 = relax.subtract %1, %zw : (tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  %3 = relax.matmul %0, %2 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  relax.return %3 : tensor<2x2xi32>
}
}

// -----

// No instruction for pairs of bytes.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "x86-64">} {
// CHECK-LABEL: relax.func @plain
// CHECK: relax.call_tir @dot2
relax.func @plain(%x: tensor<2x4xui8>) -> tensor<2x2xi32> {
  %w = relax.constant dense<[[1, 1], [1, 1], [1, 127], [1, 1]]> : tensor<4x2xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<2x4xui8>) -> tensor<2x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %2 = relax.matmul %0, %1 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  relax.return %2 : tensor<2x2xi32>
}
}
