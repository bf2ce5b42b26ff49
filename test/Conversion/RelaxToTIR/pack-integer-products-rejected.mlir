// Products that stay as they are.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products | FileCheck %s --implicit-check-not=tir.dot4

// No constant.
// CHECK-LABEL: relax.func @variable
// CHECK: relax.matmul
relax.func @variable(%x: tensor<2x4xui8>, %w: tensor<4x2xi8>) -> tensor<2x2xi32> {
  %0 = relax.astype %x {dtype = i32} : (tensor<2x4xui8>) -> tensor<2x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %2 = relax.matmul %0, %1 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  relax.return %2 : tensor<2x2xi32>
}

// -----

// A scale for each place of K; wider numbers; a row as the left side.
// CHECK-LABEL: relax.func @others
// CHECK-COUNT-3: relax.matmul
relax.func @others(%x: tensor<2x4xui8>, %y: tensor<2x4xi16>, %v: tensor<4xui8>, %s: tensor<4xf32>, %z: tensor<4xui8>) -> (tensor<2x2xf32>, tensor<2x2xi32>, tensor<2xi32>) {
  %w = relax.constant dense<[[1, -1], [2, -2], [3, -3], [4, -128]]> : tensor<4x2xi8>
  %sw = relax.constant dense<0.5> : tensor<f32>
  %zw = relax.constant dense<0> : tensor<i8>
  %0 = relax.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<2x4xui8>, tensor<4xf32>, tensor<4xui8>) -> tensor<2x4xf32>
  %1 = relax.dequantize %w, %sw, %zw {out_dtype = f32} : (tensor<4x2xi8>, tensor<f32>, tensor<i8>) -> tensor<4x2xf32>
  %2 = relax.matmul %0, %1 : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %3 = relax.astype %y {dtype = i32} : (tensor<2x4xi16>) -> tensor<2x4xi32>
  %4 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %5 = relax.matmul %3, %4 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  %6 = relax.astype %v {dtype = i32} : (tensor<4xui8>) -> tensor<4xi32>
  %7 = relax.matmul %6, %4 : (tensor<4xi32>, tensor<4x2xi32>) -> tensor<2xi32>
  relax.return %2, %5, %7 : tensor<2x2xf32>, tensor<2x2xi32>, tensor<2xi32>
}

// -----

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
