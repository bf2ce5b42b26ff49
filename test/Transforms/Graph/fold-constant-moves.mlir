// What only moves or converts elements, or takes a few steps for each, is folded
// whatever its size.
// RUN: relax-opt %s --split-input-file --relax-fold-constant="max-bytes=4 max-steps=1" | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-fold-constant="max-bytes=4 max-steps=1" --relax-fold-constant="max-bytes=4 max-steps=1" | FileCheck %s
// RUN: %same-results="relax-fold-constant{max-bytes=4 max-steps=1}"

// Slices, also backwards, pieces, rows in any order, and joined.
// CHECK-LABEL: relax.func @places
// CHECK-DAG: %[[A:.*]] = relax.constant dense<{{\[\[}}7, 5], [11, 9]]> : tensor<2x2xi32>
// CHECK-DAG: %[[B:.*]] = relax.constant dense<{{\[\[}}0], [4], [8]]> : tensor<3x1xi32>
// CHECK-DAG: %[[C:.*]] = relax.constant dense<{{\[\[}}1, 2, 3], [5, 6, 7], [9, 10, 11]]> : tensor<3x3xi32>
// CHECK-DAG: %[[D:.*]] = relax.constant dense<{{\[\[}}2, 0], [6, 4], [10, 8]]> : tensor<3x2xi32>
// CHECK-DAG: %[[E:.*]] = relax.constant dense<{{\[\[}}1, 2, 3, 0], [5, 6, 7, 4], [9, 10, 11, 8]]> : tensor<3x4xi32>
// CHECK-NOT: relax.{{strided|split|take|concat}}
// CHECK: relax.return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
relax.func @places() -> (tensor<2x2xi32>, tensor<3x1xi32>, tensor<3x3xi32>, tensor<3x2xi32>, tensor<3x4xi32>) {
  %x = relax.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %i = relax.constant dense<[2, 0]> : tensor<2xi64>
  %0 = relax.strided_slice %x {axes = array<i64: 0, -1>, begin = [#relax.expr<1>, #relax.expr<-1>], end = [#relax.expr<9>, #relax.expr<0>], strides = array<i64: 1, -2>} : (tensor<3x4xi32>) -> tensor<2x2xi32>
  %1:2 = relax.split %x {axis = 1 : i64, indices = array<i64: 1>} : (tensor<3x4xi32>) -> (tensor<3x1xi32>, tensor<3x3xi32>)
  %2 = relax.take %x, %i {axis = 1 : i64} : (tensor<3x4xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  %3 = relax.concat %1#1, %1#0 {axis = -1 : i64} : (tensor<3x3xi32>, tensor<3x1xi32>) -> tensor<3x4xi32>
  relax.return %0, %1#0, %1#1, %2, %3 : tensor<2x2xi32>, tensor<3x1xi32>, tensor<3x3xi32>, tensor<3x2xi32>, tensor<3x4xi32>
}

// -----

// Numbers on a scale, one for all and one for each column; other types.
// CHECK-LABEL: relax.func @types
// CHECK-DAG: %[[A:.*]] = relax.constant dense<{{\[\[}}1.000000e+00, -5.000000e-01], [6.300000e+01, -6.450000e+01]]> : tensor<2x2xf32>
// CHECK-DAG: %[[B:.*]] = relax.constant dense<{{\[\[}}1.500000e+00, 0.000000e+00], [6.350000e+01, -2.540000e+02]]> : tensor<2x2xf32>
// CHECK-DAG: %[[C:.*]] = relax.constant dense<[1.000000e+00, -2.000000e+00, 0x7F800000, 5.96046448E-8]> : tensor<4xf32>
// CHECK-DAG: %[[D:.*]] = relax.constant dense<{{\[\[}}3, -1], [128, -128]]> : tensor<2x2xi32>
// CHECK-DAG: %[[E:.*]] = relax.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK: relax.return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
relax.func @types() -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2x2xi32>, tensor<2xf32>) {
  %x = relax.constant dense<[[3, 0], [127, -128]]> : tensor<2x2xi8>
  %w = relax.constant dense<[[3, -1], [128, -128]]> : tensor<2x2xi16>
  %s = relax.constant dense<0.5> : tensor<f32>
  %z = relax.constant dense<1> : tensor<i8>
  %ss = relax.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %zz = relax.constant dense<[0, -1]> : tensor<2xi8>
  %h = relax.constant dense<[1.0, -2.0, 0x7C00, 0x0001]> : tensor<4xf16>
  %b = relax.constant dense<[1.0, 3.0]> : tensor<2xbf16>
  %y = relax.constant dense<[[3, -1], [127, -128]]> : tensor<2x2xi8>
  %0 = relax.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x2xi8>, tensor<f32>, tensor<i8>) -> tensor<2x2xf32>
  %1 = relax.dequantize %y, %ss, %zz {out_dtype = f32} : (tensor<2x2xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x2xf32>
  %2 = relax.astype %h {dtype = f32} : (tensor<4xf16>) -> tensor<4xf32>
  %3 = relax.astype %w {dtype = i32} : (tensor<2x2xi16>) -> tensor<2x2xi32>
  %4 = relax.astype %b {dtype = f32} : (tensor<2xbf16>) -> tensor<2xf32>
  relax.return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2x2xi32>, tensor<2xf32>
}

// -----

// What takes a few steps an element is computed.
// CHECK-LABEL: relax.func @computed
// CHECK-NEXT: relax.constant dense<[5.000000e-01, 1.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: relax.return
relax.func @computed() -> tensor<2xf32> {
  %v = relax.constant dense<[[3.0, 6.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<3x2xf32>
  %g = relax.constant dense<6.0> : tensor<f32>
  %0 = relax.square %v : tensor<3x2xf32>
  %1 = relax.sum %0 {axis = array<i64: 0>} : (tensor<3x2xf32>) -> tensor<2xf32>
  %2 = relax.sqrt %1 : tensor<2xf32>
  %3 = relax.divide %2, %g : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  relax.return %3 : tensor<2xf32>
}

// -----

// What is many times as large as its operand, what takes many steps an element,
// what others give and what reads outside stays.
// CHECK-LABEL: relax.func @kept
// CHECK: relax.take
// CHECK: relax.take
// CHECK: relax.broadcast_to
// CHECK: relax.matmul
// CHECK: relax.permute_dims
relax.func @kept(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>) -> (tensor<12x2xf32>, tensor<1x2xf32>, tensor<12x2xf32>, tensor<1x2xf32>, tensor<2x?xf32, #relax.dims<[2, n]>>) {
  %a = relax.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %b = relax.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = relax.constant dense<0> : tensor<12xi64>
  %o = relax.constant dense<1> : tensor<1xi64>
  %s = relax.shape [12, 2] : !relax.shape<[12, 2]>
  %0 = relax.take %a, %i {axis = 0 : i64} : (tensor<1x2xf32>, tensor<12xi64>) -> tensor<12x2xf32>
  %1 = relax.take %a, %o {axis = 0 : i64, mode = "clip"} : (tensor<1x2xf32>, tensor<1xi64>) -> tensor<1x2xf32>
  %2 = relax.broadcast_to %a, %s : (tensor<1x2xf32>, !relax.shape<[12, 2]>) -> tensor<12x2xf32>
  %3 = relax.matmul %a, %b : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %4 = relax.permute_dims %x : (tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<2x?xf32, #relax.dims<[2, n]>>
  relax.return %0, %1, %2, %3, %4 : tensor<12x2xf32>, tensor<1x2xf32>, tensor<12x2xf32>, tensor<1x2xf32>, tensor<2x?xf32, #relax.dims<[2, n]>>
}

// -----

// Rounded to nearest, ties to even; a NaN is left to the program.
// CHECK-LABEL: relax.func @narrow
// CHECK-DAG: %[[H:.*]] = relax.constant dense<[1.000000e+00, 1.001950e+00, 0x7C00, 5.960460e-08]> : tensor<4xf16>
// CHECK-DAG: %[[B:.*]] = relax.constant dense<[1.000000e+00, 1.000000e+00, 6.553600e+04, 5.960460e-08]> : tensor<4xbf16>
// CHECK: %[[N:.*]] = relax.astype
// CHECK: relax.return %[[H]], %[[B]], %[[N]]
relax.func @narrow() -> (tensor<4xf16>, tensor<4xbf16>, tensor<2xf16>) {
  %x = relax.constant dense<[1.00048828125, 1.00146484375, 65520.0, 5.9604644775390625e-08]> : tensor<4xf32>
  %n = relax.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %0 = relax.astype %x {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  %1 = relax.astype %x {dtype = bf16} : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = relax.astype %n {dtype = f16} : (tensor<2xf32>) -> tensor<2xf16>
  relax.return %0, %1, %2 : tensor<4xf16>, tensor<4xbf16>, tensor<2xf16>
}
