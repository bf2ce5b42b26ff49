// 8-bit numbers less their zero points are made of floats in one program.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products=permute --canonicalize | FileCheck %s --implicit-check-not=relax.quantize
// RUN: %same-results="relax-pack-integer-products{permute=true}"

// Bounds are less the zero point; NaN is the number 0, so -3 here.
// CHECK-LABEL: relax.func @signed(
// CHECK: %[[LESS:.*]] = relax.call_tir @quantized_difference(%arg0, %arg1) : {{.*}} -> tensor<?xi16
// CHECK: relax.return %[[LESS]]
// CHECK: tir.func private @quantized_difference
// CHECK-DAG: %[[NAN:.*]] = arith.constant -3.000000e+00
// CHECK-DAG: %[[LOW:.*]] = arith.constant -1.310000e+02
// CHECK-DAG: %[[HIGH:.*]] = arith.constant 1.240000e+02
// CHECK: math.roundeven
// CHECK: arith.cmpf ord, %{{.*}}, %[[NAN]]
// CHECK: arith.cmpf ogt, %{{.*}}, %[[LOW]]
// CHECK: arith.cmpf olt, %{{.*}}, %[[HIGH]]
// CHECK: arith.fptosi %{{.*}} : f32 to i16
relax.func @signed(%x: tensor<?xf32, #relax.dims<[n]>>, %s: tensor<f32>) -> tensor<?xi16, #relax.dims<[n]>> {
  %z = relax.constant dense<3> : tensor<i8>
  %wide = relax.constant dense<3> : tensor<i16>
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<?xf32, #relax.dims<[n]>>, tensor<f32>, tensor<i8>) -> tensor<?xi8, #relax.dims<[n]>>
  %1 = relax.astype %0 {dtype = i16} : (tensor<?xi8, #relax.dims<[n]>>) -> tensor<?xi16, #relax.dims<[n]>>
  %2 = relax.subtract %1, %wide : (tensor<?xi16, #relax.dims<[n]>>, tensor<i16>) -> tensor<?xi16, #relax.dims<[n]>>
  relax.return %2 : tensor<?xi16, #relax.dims<[n]>>
}

// -----

// A bound of 0 is a little less, which is cut off; no zero point is one of 0.
// CHECK-LABEL: relax.func @unsigned(
// CHECK: relax.call_tir @quantized_difference(%arg0, %arg1) : {{.*}} -> tensor<5xi16>
// CHECK: relax.return
// CHECK-DAG: arith.constant -2.500000e-01
// CHECK-DAG: arith.constant 2.550000e+02
// CHECK-NOT: arith.cmpf ord
// CHECK: arith.fptosi
relax.func @unsigned(%x: tensor<5xf32>, %s: tensor<f32>) -> tensor<5xi16> {
  %z = relax.constant dense<0> : tensor<ui8>
  %0 = relax.quantize %x, %s, %z {out_dtype = ui8} : (tensor<5xf32>, tensor<f32>, tensor<ui8>) -> tensor<5xui8>
  %1 = relax.astype %0 {dtype = i16} : (tensor<5xui8>) -> tensor<5xi16>
  relax.return %1 : tensor<5xi16>
}

// -----

// Back to floats there are no integers; equal ones share a program.
// CHECK-LABEL: relax.func @real(
// CHECK: %[[FIRST:.*]] = relax.call_tir @quantized_difference(%arg0, %arg1) : {{.*}} -> tensor<5xf32>
// CHECK: relax.multiply %[[FIRST]], %arg1
// CHECK: relax.call_tir @quantized_difference(
// CHECK: tir.func private @quantized_difference(
// CHECK-NOT: arith.fptosi
// CHECK-NOT: tir.func
relax.func @real(%x: tensor<5xf32>, %s: tensor<f32>) -> tensor<5xf32> {
  %z = relax.constant dense<-128> : tensor<i8>
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<5xf32>, tensor<f32>, tensor<i8>) -> tensor<5xi8>
  %1 = relax.dequantize %0, %s, %z {out_dtype = f32} : (tensor<5xi8>, tensor<f32>, tensor<i8>) -> tensor<5xf32>
  %2 = relax.quantize %1, %s, %z {out_dtype = i8} : (tensor<5xf32>, tensor<f32>, tensor<i8>) -> tensor<5xi8>
  %3 = relax.dequantize %2, %s, %z {out_dtype = f32} : (tensor<5xi8>, tensor<f32>, tensor<i8>) -> tensor<5xf32>
  relax.return %3 : tensor<5xf32>
}
