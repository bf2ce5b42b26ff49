// A product is of one kernel with what decodes its weights, where that is asked.
// RUN: relax-opt %s -relax-fuse-ops=decoded | FileCheck %s
// RUN: relax-opt %s -relax-fuse-ops | FileCheck %s --check-prefix=APART
// APART-NOT: relax.primitive

tir.func private @decode(%q: memref<64x32xi8>, %s: memref<64xf16>, %w: memref<32x64xf16>) attributes {num_inputs = 2 : i64, op_pattern = 2 : i64} {
  tir.return
}
tir.func private @narrow(%q: memref<64x32xf32>, %w: memref<32x64xf16>) attributes {num_inputs = 1 : i64, op_pattern = 2 : i64} {
  tir.return
}
tir.func private @matmul(%x: memref<8x32xf16>, %w: memref<32x64xf16>, %y: memref<8x64xf16>) attributes {num_inputs = 2 : i64, op_pattern = 4 : i64} {
  tir.return
}

// CHECK-LABEL: relax.func @decoded
// CHECK: relax.call @fused_decode_matmul
relax.func @decoded(%x: tensor<8x32xf16>, %q: tensor<64x32xi8>, %s: tensor<64xf16>) -> tensor<8x64xf16> {
  %r = relax.dataflow -> tensor<8x64xf16> {
    %0 = relax.call_tir @decode(%q, %s) : (tensor<64x32xi8>, tensor<64xf16>) -> tensor<32x64xf16>
    %1 = relax.call_tir @matmul(%x, %0) : (tensor<8x32xf16>, tensor<32x64xf16>) -> tensor<8x64xf16>
    relax.output %1 : tensor<8x64xf16>
  }
  relax.return %r : tensor<8x64xf16>
}

// Of as many bits or more it is not.
// CHECK-LABEL: relax.func @wide
// CHECK-NOT: relax.call @fused
relax.func @wide(%x: tensor<8x32xf16>, %q: tensor<64x32xf32>) -> tensor<8x64xf16> {
  %r = relax.dataflow -> tensor<8x64xf16> {
    %0 = relax.call_tir @narrow(%q) : (tensor<64x32xf32>) -> tensor<32x64xf16>
    %1 = relax.call_tir @matmul(%x, %0) : (tensor<8x32xf16>, tensor<32x64xf16>) -> tensor<8x64xf16>
    relax.output %1 : tensor<8x64xf16>
  }
  relax.return %r : tensor<8x64xf16>
}

// Weights that two products read are decoded once.
// CHECK-LABEL: relax.func @twice
// CHECK-NOT: relax.call @fused
// CHECK-LABEL: relax.func private @fused_decode_matmul
relax.func @twice(%x: tensor<8x32xf16>, %y: tensor<8x32xf16>, %q: tensor<64x32xi8>, %s: tensor<64xf16>) -> (tensor<8x64xf16>, tensor<8x64xf16>) {
  %r:2 = relax.dataflow -> tensor<8x64xf16>, tensor<8x64xf16> {
    %0 = relax.call_tir @decode(%q, %s) : (tensor<64x32xi8>, tensor<64xf16>) -> tensor<32x64xf16>
    %1 = relax.call_tir @matmul(%x, %0) : (tensor<8x32xf16>, tensor<32x64xf16>) -> tensor<8x64xf16>
    %2 = relax.call_tir @matmul(%y, %0) : (tensor<8x32xf16>, tensor<32x64xf16>) -> tensor<8x64xf16>
    relax.output %1, %2 : tensor<8x64xf16>, tensor<8x64xf16>
  }
  relax.return %r#0, %r#1 : tensor<8x64xf16>, tensor<8x64xf16>
}
