// Compute what depends on constants only.
// RUN: relax-opt %s --split-input-file --relax-fold-constant="max-bytes=64 max-steps=2000" | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-fold-constant="max-bytes=64 max-steps=2000" --relax-fold-constant="max-bytes=64 max-steps=2000" | FileCheck %s
// RUN: %same-results="relax-fold-constant{max-bytes=64 max-steps=2000}"

// A chain folds in one run, through calls, reshapes and several results.
// CHECK-LABEL: relax.func @chain
// CHECK-NEXT: %[[X:.*]] = relax.constant dense<[5.000000e+00, 7.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %[[Y:.*]] = relax.constant dense<[9.000000e+00, 1.100000e+01]> : tensor<2xf32>
// CHECK-NEXT: relax.return %[[X]], %[[Y]]
tir.func private @add(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = memref.load %y[%i] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %z[%i] : memref<4xf32>
  }
  tir.return
}
relax.func @chain() -> (tensor<2xf32>, tensor<2xf32>) {
  %a = relax.constant dense<[[2.0, 3.0], [4.0, 5.0]]> : tensor<2x2xf32>
  %one = relax.constant dense<1.0> : tensor<f32>
  %s = relax.shape [4] : !relax.shape<[4]>
  %0 = relax.reshape %a, %s : (tensor<2x2xf32>, !relax.shape<[4]>) -> tensor<4xf32>
  %1 = relax.call_tir @add(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.add %1, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3:2 = relax.split %2 {axis = 0 : i64, sections = 2 : i64} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  relax.return %3#0, %3#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: relax.func @shapes
// CHECK-NEXT: %[[X:.*]] = relax.constant dense<[2, 3]> : tensor<2xi64>
// CHECK-NEXT: relax.return %[[X]]
relax.func @shapes() -> tensor<2xi64> {
  %s = relax.shape [2, 3] : !relax.shape<[2, 3]>
  %0 = relax.shape_to_tensor %s : !relax.shape<[2, 3]> -> tensor<2xi64>
  relax.return %0 : tensor<2xi64>
}

// -----

// Symbols, sizes above the limit, too many steps and reads outside stay.
// CHECK-LABEL: relax.func @kept
// CHECK: relax.zeros
// CHECK: relax.ones
// CHECK: relax.matmul
// CHECK: relax.call_tir @outside
// CHECK: relax.negative
relax.func @kept(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<2xf32>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<17xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<2xf32>) {
  %s = relax.shape [n] : !relax.shape<[n]>
  %t = relax.shape [17] : !relax.shape<[17]>
  %a = relax.constant dense<1.0> : tensor<4x64xf32>
  %b = relax.constant dense<1.0> : tensor<64x4xf32>
  %c = relax.constant dense<1.0> : tensor<2xf32>
  %0 = relax.zeros %s {dtype = f32} : (!relax.shape<[n]>) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.ones %t {dtype = f32} : (!relax.shape<[17]>) -> tensor<17xf32>
  %2 = relax.matmul %a, %b : (tensor<4x64xf32>, tensor<64x4xf32>) -> tensor<4x4xf32>
  %3 = relax.call_tir @outside(%c) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relax.negative %y : tensor<2xf32>
  relax.return %0, %1, %2, %3, %4 : tensor<?xf32, #relax.dims<[n]>>, tensor<17xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<2xf32>
}
tir.func private @outside(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c2 = arith.constant 2 : index
  %0 = memref.load %x[%c2] : memref<2xf32>
  memref.store %0, %y[%c2] : memref<2xf32>
  tir.return
}
relax.func @something() {
  relax.return
}

// -----

// An effect is never folded, nor what others find at run time, nor a kernel
// that leaves something unwritten.
// CHECK-LABEL: relax.func impure @effects
// CHECK: relax.call_tir_inplace
// CHECK: relax.call_pure_packed
// CHECK: relax.call_tir @nothing
tir.func private @bump(%x: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @nothing(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.extern_func pure @outside
relax.func impure @effects(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = relax.constant dense<1.0> : tensor<2xf32>
  %0 = relax.call_tir_inplace @bump(%x) {inplace_indices = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relax.call_pure_packed @outside(%c) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relax.call_tir @nothing(%c) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: relax.func private @empty
// CHECK-NEXT: relax.return
relax.func private @empty() {
  relax.return
}

// A group of calls that becomes one kernel stays as it is.
// CHECK-LABEL: relax.func private @primitive
// CHECK: relax.exp
relax.func private @primitive() -> tensor<2xf32> attributes {relax.primitive} {
  %c = relax.constant dense<0.0> : tensor<2xf32>
  %0 = relax.exp %c : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// -----

// Axes in another order: any size, also where others need the constant as it is.
// CHECK-LABEL: relax.func @axes
// CHECK-DAG: %[[X:.*]] = relax.constant dense<{{\[\[\[}}0, 6], [2, 8], [4, 10]], {{\[\[}}1, 7], [3, 9], [5, 11]]]> : tensor<2x3x2xi64>
// CHECK-DAG: %[[Y:.*]] = relax.constant dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf16>
// CHECK-DAG: %[[Z:.*]] = relax.constant dense<7> : tensor<64x3xi8>
// CHECK-DAG: %[[W:.*]] = relax.constant dense_resource<permuted> : tensor<3x40xi8>
// CHECK-DAG: %[[V:.*]] = relax.constant dense<{{.*}}> : tensor<1x20xf32>
// CHECK-DAG: %[[B:.*]] = relax.constant dense<{{\[\[}}true], [false], [true]]> : tensor<3x1xi1>
// CHECK-DAG: %[[S:.*]] = relax.constant dense<{{.*}}> : tensor<1x20xi32>
// CHECK-DAG: %[[SHARED:.*]] = relax.constant dense<{{.*}}> : tensor<20x1xi32>
// CHECK: relax.return %[[X]], %[[Y]], %[[Z]], %[[W]], %[[V]], %[[B]], %[[S]], %[[SHARED]]
relax.func @axes() -> (tensor<2x3x2xi64>, tensor<3x2xf16>, tensor<64x3xi8>, tensor<3x40xi8>, tensor<1x20xf32>, tensor<3x1xi1>, tensor<1x20xi32>, tensor<20x1xi32>) {
  %x = relax.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi64>
  %y = relax.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16>
  %z = relax.constant dense<7> : tensor<3x64xi8>
  %w = relax.constant dense_resource<table> : tensor<40x3xi8>
  %v = relax.constant dense<[[1.0], [2.0], [3.0], [4.0], [5.0], [6.0], [7.0], [8.0], [9.0], [10.0], [11.0], [12.0], [13.0], [14.0], [15.0], [16.0], [17.0], [18.0], [19.0], [20.0]]> : tensor<20x1xf32>
  %b = relax.constant dense<[[true, false, true]]> : tensor<1x3xi1>
  %s = relax.constant dense<[[1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20]]> : tensor<20x1xi32>
  %0 = relax.permute_dims %x {axes = array<i64: 2, 1, 0>} : (tensor<2x3x2xi64>) -> tensor<2x3x2xi64>
  %1 = relax.permute_dims %y : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %2 = relax.permute_dims %z {axes = array<i64: -1, 0>} : (tensor<3x64xi8>) -> tensor<64x3xi8>
  %3 = relax.permute_dims %w : (tensor<40x3xi8>) -> tensor<3x40xi8>
  %4 = relax.permute_dims %v : (tensor<20x1xf32>) -> tensor<1x20xf32>
  %5 = relax.permute_dims %b : (tensor<1x3xi1>) -> tensor<3x1xi1>
  %6 = relax.permute_dims %s : (tensor<20x1xi32>) -> tensor<1x20xi32>
  relax.return %0, %1, %2, %3, %4, %5, %6, %s : tensor<2x3x2xi64>, tensor<3x2xf16>, tensor<64x3xi8>, tensor<3x40xi8>, tensor<1x20xf32>, tensor<3x1xi1>, tensor<1x20xi32>, tensor<20x1xi32>
}

{-#
  dialect_resources: {
    builtin: {
      table: "0x01000000000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F7071727374757677"
    }
  }
#-}
