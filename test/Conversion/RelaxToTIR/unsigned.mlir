// Integers without a sign: the operations know it, the buffers do not.
// RUN: relax-opt --split-input-file --relax-legalize-ops %s | FileCheck %s
// RUN: relax-opt --split-input-file --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir %s | FileCheck %s --check-prefix=FUSED

// CHECK: relax.func @maximum_of
// CHECK: relax.call_tir @maximum{{.*}}: (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: tir.func private @maximum(%{{.*}}: memref<4xi8>, %{{.*}}: memref<4xi8>, %{{.*}}: memref<4xi8>)
// CHECK: arith.maxui
relax.func @maximum_of(%x: tensor<4xui8>, %y: tensor<4xui8>) -> tensor<4xui8> {
  %0 = relax.maximum %x, %y : tensor<4xui8>
  relax.return %0 : tensor<4xui8>
}

// -----

// CHECK-LABEL: tir.func private @max(
// CHECK: arith.constant 0 : i16
// CHECK: arith.maxui
relax.func @f(%x: tensor<4x3xui16>) -> tensor<4xui16> {
  %0 = relax.max %x {axis = array<i64: 1>} : (tensor<4x3xui16>) -> tensor<4xui16>
  relax.return %0 : tensor<4xui16>
}

// -----

// CHECK-LABEL: tir.func private @divide
// CHECK: arith.divui
// CHECK-LABEL: tir.func private @right_shift
// CHECK: arith.shrui
// CHECK-LABEL: tir.func private @greater
// CHECK: arith.cmpi ugt
// FUSED-LABEL: tir.func private @fused_divide_right_shift_greater(%{{.*}}: memref<4xi32>, %{{.*}}: memref<4xi32>, %{{.*}}: memref<4xi1>)
// FUSED: memref.alloc() : memref<4xi32>
relax.func @f(%x: tensor<4xui32>, %y: tensor<4xui32>) -> tensor<4xi1> {
  %r = relax.dataflow -> tensor<4xi1> {
    %0 = relax.divide %x, %y : tensor<4xui32>
    %1 = relax.right_shift %0, %y : tensor<4xui32>
    %2 = relax.greater %1, %y : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
    relax.output %2 : tensor<4xi1>
  }
  relax.return %r : tensor<4xi1>
}

// -----

// CHECK-LABEL: tir.func private @astype(
// CHECK: arith.fptoui
// CHECK-LABEL: tir.func private @astype_0
// CHECK: arith.extui %{{.*}} : i8 to i64
// CHECK-LABEL: tir.func private @astype_1
// CHECK: memref.load %{{.*}} : memref<4xi64>
// CHECK-NEXT: memref.store
relax.func @f(%x: tensor<4xf32>) -> tensor<4xi64> {
  %0 = relax.astype %x {dtype = ui8} : (tensor<4xf32>) -> tensor<4xui8>
  %1 = relax.astype %0 {dtype = ui64} : (tensor<4xui8>) -> tensor<4xui64>
  %2 = relax.astype %1 {dtype = i64} : (tensor<4xui64>) -> tensor<4xi64>
  relax.return %2 : tensor<4xi64>
}
