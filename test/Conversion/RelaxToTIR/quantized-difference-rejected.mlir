// Numbers that are wanted as they are, or have other zero points or several.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute --canonicalize | FileCheck %s --implicit-check-not=quantized_difference

// The numbers are a result as well.
// CHECK-LABEL: relax.func @shared(
// CHECK: relax.quantize
relax.func @shared(%x: tensor<5xf32>, %s: tensor<f32>) -> (tensor<5xi8>, tensor<5xi16>) {
  %z = relax.constant dense<0> : tensor<i8>
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<5xf32>, tensor<f32>, tensor<i8>) -> tensor<5xi8>
  %1 = relax.astype %0 {dtype = i16} : (tensor<5xi8>) -> tensor<5xi16>
  relax.return %0, %1 : tensor<5xi8>, tensor<5xi16>
}

// -----

// Two zero points; one that is not known; one a place; a scale a place.
// CHECK-LABEL: relax.func @others(
// CHECK-COUNT-4: relax.quantize
relax.func @others(%x: tensor<5xf32>, %s: tensor<f32>, %z: tensor<i8>, %t: tensor<5xf32>) -> (tensor<5xi16>, tensor<5xf32>, tensor<5xf32>, tensor<5xi16>) {
  %0 = relax.constant dense<2> : tensor<i8>
  %three = relax.constant dense<3> : tensor<i16>
  %many = relax.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi8>
  %1 = relax.quantize %x, %s, %0 {out_dtype = i8} : (tensor<5xf32>, tensor<f32>, tensor<i8>) -> tensor<5xi8>
  %2 = relax.astype %1 {dtype = i16} : (tensor<5xi8>) -> tensor<5xi16>
  %3 = relax.subtract %2, %three : (tensor<5xi16>, tensor<i16>) -> tensor<5xi16>
  %4 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<5xf32>, tensor<f32>, tensor<i8>) -> tensor<5xi8>
  %5 = relax.dequantize %4, %s, %z {out_dtype = f32} : (tensor<5xi8>, tensor<f32>, tensor<i8>) -> tensor<5xf32>
  %6 = relax.quantize %x, %s, %many {out_dtype = i8} : (tensor<5xf32>, tensor<f32>, tensor<5xi8>) -> tensor<5xi8>
  %7 = relax.dequantize %6, %s, %many {out_dtype = f32} : (tensor<5xi8>, tensor<f32>, tensor<5xi8>) -> tensor<5xf32>
  %8 = relax.quantize %x, %t, %0 {out_dtype = i8} : (tensor<5xf32>, tensor<5xf32>, tensor<i8>) -> tensor<5xi8>
  %9 = relax.astype %8 {dtype = i16} : (tensor<5xi8>) -> tensor<5xi16>
  relax.return %3, %5, %7, %9 : tensor<5xi16>, tensor<5xf32>, tensor<5xf32>, tensor<5xi16>
}
