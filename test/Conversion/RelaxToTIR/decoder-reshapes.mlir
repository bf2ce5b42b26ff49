// Reshapes in what decodes an operand of one product are programs, others views.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops=decoders | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s --check-prefix=VIEWS
// RUN: relax-opt %s --split-input-file --pass-pipeline='builtin.module(relax-legalize-ops{decoders},relax-fuse-ops{decoded},relax-fuse-tir)' | FileCheck %s --check-prefix=FUSED
// RUN: relax-interp %s --split-input-file --before-after='relax-legalize-ops{decoders},relax-fuse-ops{decoded},relax-fuse-tir' --tolerance=1e-2

// Two numbers of 4 bits in a byte, and a scale for each 32.
// CHECK-LABEL: relax.func @groups(
// CHECK-NOT: relax.reshape
// CHECK: relax.call_tir @reshape(
// VIEWS-LABEL: relax.func @groups(
// VIEWS-COUNT-4: relax.reshape
// FUSED-LABEL: relax.func @groups(
// FUSED: relax.call_tir @fused_{{.*}} -> tensor<24x48xf16>
// FUSED-NOT: relax.call_tir
// FUSED: relax.return

// An element of a group is one of 16 bytes with two numbers each.
// CHECK-LABEL: tir.func private @reshape_0(
// CHECK-SAME: %[[X:.*]]: memref<48x3x16x2xi8>
// CHECK: tir.block "reshape" iters(%[[I:.*]] : spatial = {{.*}}, %[[J:.*]] : spatial = {{.*}}, %[[K:.*]] : spatial
// CHECK-DAG: %[[HIGH:.*]] = arith.remui %[[K]], %c2
// CHECK-DAG: %[[BYTE:.*]] = arith.divui %[[K]], %c2
// CHECK: memref.load %[[X]][%[[I]], %[[J]], %[[BYTE]], %[[HIGH]]]
relax.func @groups(%x: tensor<24x96xf16>, %q: tensor<48x3x16xui8>, %s: tensor<144xf16>) -> tensor<24x48xf16> {
  %r = relax.dataflow -> tensor<24x48xf16> {
    %0 = relax.expand_dims %q {axis = array<i64: -1>} : (tensor<48x3x16xui8>) -> tensor<48x3x16x1xui8>
    %1 = relax.constant dense<[0, 4]> : tensor<2xui8>
    %2 = relax.right_shift %0, %1 : (tensor<48x3x16x1xui8>, tensor<2xui8>) -> tensor<48x3x16x2xui8>
    %3 = relax.constant dense<15> : tensor<ui8>
    %4 = relax.bitwise_and %2, %3 : (tensor<48x3x16x2xui8>, tensor<ui8>) -> tensor<48x3x16x2xui8>
    %5 = relax.shape [48, 3, 32] : !relax.shape<[48, 3, 32]>
    %6 = relax.reshape %4, %5 : (tensor<48x3x16x2xui8>, !relax.shape<[48, 3, 32]>) -> tensor<48x3x32xui8>
    %7 = relax.astype %6 {dtype = f16} : (tensor<48x3x32xui8>) -> tensor<48x3x32xf16>
    %8 = relax.shape [48, 3, 1] : !relax.shape<[48, 3, 1]>
    %9 = relax.reshape %s, %8 : (tensor<144xf16>, !relax.shape<[48, 3, 1]>) -> tensor<48x3x1xf16>
    %10 = relax.multiply %7, %9 : (tensor<48x3x32xf16>, tensor<48x3x1xf16>) -> tensor<48x3x32xf16>
    %11 = relax.shape [48, 96] : !relax.shape<[48, 96]>
    %12 = relax.reshape %10, %11 : (tensor<48x3x32xf16>, !relax.shape<[48, 96]>) -> tensor<48x96xf16>
    %13 = relax.permute_dims %12 {axes = array<i64: 1, 0>} : (tensor<48x96xf16>) -> tensor<96x48xf16>
    %14 = relax.matmul %x, %13 : (tensor<24x96xf16>, tensor<96x48xf16>) -> tensor<24x48xf16>
    relax.output %14 : tensor<24x48xf16>
  }
  relax.return %r : tensor<24x48xf16>
}

// -----

// Weights of as many bits are a view, and so are those that something else reads.
// CHECK-LABEL: relax.func @halves(
// CHECK-COUNT-2: relax.reshape
// CHECK-NOT: relax.call_tir @reshape
relax.func @halves(%x: tensor<24x96xf16>, %w: tensor<4608xf16>, %q: tensor<4608xui8>) -> (tensor<24x48xf16>, tensor<24x48xf16>, tensor<96x48xf16>) {
  %r:3 = relax.dataflow -> tensor<24x48xf16>, tensor<24x48xf16>, tensor<96x48xf16> {
    %0 = relax.shape [96, 48] : !relax.shape<[96, 48]>
    %1 = relax.reshape %w, %0 : (tensor<4608xf16>, !relax.shape<[96, 48]>) -> tensor<96x48xf16>
    %2 = relax.matmul %x, %1 : (tensor<24x96xf16>, tensor<96x48xf16>) -> tensor<24x48xf16>
    %3 = relax.reshape %q, %0 : (tensor<4608xui8>, !relax.shape<[96, 48]>) -> tensor<96x48xui8>
    %4 = relax.astype %3 {dtype = f16} : (tensor<96x48xui8>) -> tensor<96x48xf16>
    %5 = relax.matmul %x, %4 : (tensor<24x96xf16>, tensor<96x48xf16>) -> tensor<24x48xf16>
    relax.output %2, %5, %4 : tensor<24x48xf16>, tensor<24x48xf16>, tensor<96x48xf16>
  }
  relax.return %r#0, %r#1, %r#2 : tensor<24x48xf16>, tensor<24x48xf16>, tensor<96x48xf16>
}
