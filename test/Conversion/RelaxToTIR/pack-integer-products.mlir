// Products of 8-bit numbers with constants: one program of four products each.
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products --canonicalize | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-pack-integer-products > %t
// RUN: relax-opt %t --split-input-file --relax-pack-integer-products | diff %t -
// RUN: %same-results=relax-pack-integer-products --tolerance=1e-6

// Three of K are padded with a zero; zero points are numbers, one a column.
// CHECK-LABEL: relax.func @integers
// CHECK-SAME: (%[[X:.*]]: tensor<?x3xui8, #relax.dims<[n, 3]>>, %[[Z:.*]]: tensor<ui8>)
// CHECK-DAG: %[[W:.*]] = relax.constant dense<{{.*}}> : tensor<1x2xi32>
// CHECK-DAG: %[[SUMS:.*]] = relax.constant dense<[-119, -256]> : tensor<2xi32>
// CHECK: %[[PAD:.*]] = relax.nn.pad %[[X]] {pad_width = array<i64: 0, 0, 0, 1>}
// CHECK: %[[BYTES:.*]] = relax.memory.view %[[PAD]] at[0] : {{.*}} to tensor<?x1xi32, #relax.dims<[n, 1]>>
// CHECK: %[[DOT:.*]] = relax.call_tir @dot4(%[[BYTES]], %[[W]])
// CHECK: %[[LEFT:.*]] = relax.multiply %{{.*}}, %[[SUMS]]
// CHECK: %[[LESS:.*]] = relax.subtract %[[DOT]], %[[LEFT]]
// CHECK: %[[ROWS:.*]] = relax.sum
// CHECK: %[[LESSROWS:.*]] = relax.subtract %[[ROWS]]
// CHECK: %[[RIGHT:.*]] = relax.multiply %[[LESSROWS]]
// CHECK: relax.subtract %[[LESS]], %[[RIGHT]]
// CHECK-NOT: relax.matmul
// CHECK: tir.dot4_u8s8
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

// -----

// Numbers of the other signedness are moved by 128: the zero point of u8
// weights of 128 is none then, that of i8 on the left is 128.
// CHECK-LABEL: relax.func @signs
// CHECK-DAG: %[[MOVE:.*]] = relax.constant dense<-128> : tensor<i8>
// CHECK-DAG: %[[ZERO:.*]] = relax.constant dense<128> : tensor<i32>
// CHECK: relax.bitwise_xor %arg0, %[[MOVE]]
// CHECK: relax.call_tir @dot4
// CHECK: relax.multiply %[[ZERO]]
// CHECK: relax.subtract
// CHECK-NOT: relax.{{sum|matmul}}
// CHECK: relax.return
relax.func @signs(%arg0: tensor<2x4xi8>) -> tensor<2x2xi32> {
  %w = relax.constant dense<[[1, 255], [0, 128], [8, 127], [255, 0]]> : tensor<4x2xui8>
  %zw = relax.constant dense<128> : tensor<ui8>
  %0 = relax.astype %arg0 {dtype = i32} : (tensor<2x4xi8>) -> tensor<2x4xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %2 = relax.astype %zw {dtype = i32} : (tensor<ui8>) -> tensor<i32>
  %3 = relax.subtract %1, %2 : (tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  %4 = relax.matmul %0, %3 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
  relax.return %4 : tensor<2x2xi32>
}

// -----

// Scales are one product; a transposed weight has its channels in front. Equal
// products share a program.
// CHECK-LABEL: relax.func @floats
// CHECK: relax.call_tir @dot4
// CHECK: %[[SUM:.*]] = relax.subtract
// CHECK: %[[REAL:.*]] = relax.astype %[[SUM]] {dtype = f32}
// CHECK: %[[SCALE:.*]] = relax.multiply %arg1, %{{.*}} : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK: relax.multiply %[[REAL]], %[[SCALE]]
// CHECK: relax.call_tir @dot4
// CHECK-NOT: relax.matmul
// CHECK: tir.func private @dot4(
// CHECK-NOT: tir.func
relax.func @floats(%arg0: tensor<5x2x4xui8>, %arg1: tensor<f32>, %z: tensor<ui8>) -> (tensor<5x2x2xf32>, tensor<5x2x2xf32>) {
  %w = relax.constant dense<[[1, -128, 3, 4], [-1, 0, 127, 5]]> : tensor<2x4xi8>
  %zw = relax.constant dense<0> : tensor<2xi8>
  %sw = relax.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %0 = relax.dequantize %arg0, %arg1, %z {out_dtype = f32} : (tensor<5x2x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<5x2x4xf32>
  %1 = relax.dequantize %w, %sw, %zw {axis = 0 : i64, out_dtype = f32} : (tensor<2x4xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x4xf32>
  %2 = relax.permute_dims %1 : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %3 = relax.matmul %0, %2 : (tensor<5x2x4xf32>, tensor<4x2xf32>) -> tensor<5x2x2xf32>
  %v = relax.constant dense<[[1, -128], [3, 4], [-1, 0], [127, 5]]> : tensor<4x2xi8>
  %4 = relax.dequantize %v, %sw, %zw {axis = 1 : i64, out_dtype = f32} : (tensor<4x2xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<4x2xf32>
  %5 = relax.matmul %0, %4 : (tensor<5x2x4xf32>, tensor<4x2xf32>) -> tensor<5x2x2xf32>
  relax.return %3, %5 : tensor<5x2x2xf32>, tensor<5x2x2xf32>
}
