// Products of bf16 with constants: one program of pairs, where the CPU has an
// instruction for them.
// RUN: relax-opt %s --split-input-file --relax-pack-bfloat-products --canonicalize | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-pack-bfloat-products > %t
// RUN: relax-opt %t --split-input-file --relax-pack-bfloat-products | diff %t -
// RUN: %same-results=relax-pack-bfloat-products --tolerance=1e-2

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "znver4">} {
// Three of K are padded with a zero: 1.0 is 0x3f80, -2.0 is 0xc000.
// CHECK-LABEL: relax.func @product
// CHECK-SAME: (%[[X:.*]]: tensor<?x3xbf16, #relax.dims<[n, 3]>>)
// CHECK: %[[W:.*]] = relax.constant dense<{{\[\[}}1073758080, -1073725568], [16512, 16544]]> : tensor<2x2xi32>
// CHECK: %[[PAD:.*]] = relax.nn.pad %[[X]] {pad_width = array<i64: 0, 0, 0, 1>}
// CHECK: %[[WORDS:.*]] = relax.memory.view %[[PAD]] at[0] : {{.*}} to tensor<?x2xi32, #relax.dims<[n, 2]>>
// CHECK: %[[DOT:.*]] = relax.call_tir @dot2_bf16(%[[WORDS]], %[[W]]) : {{.*}} -> tensor<?x2xf32, #relax.dims<[n, 2]>>
// CHECK-NEXT: relax.return %[[DOT]]
// CHECK: %[[P:.*]] = tir.dot2_bf16 %{{.*}}, %{{.*}} : i32 to f32
// CHECK: arith.addf %{{.*}}, %[[P]] : f32
relax.func @product(%x: tensor<?x3xbf16, #relax.dims<[n, 3]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
  %w = relax.constant dense<[[1.0, 1.0], [2.0, -2.0], [4.0, 5.0]]> : tensor<3x2xbf16>
  %0 = relax.matmul %x, %w {out_dtype = f32} : (tensor<?x3xbf16, #relax.dims<[n, 3]>>, tensor<3x2xbf16>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
}
}

// -----

// A transposed matrix; the sum is rounded once.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "cooperlake">} {
// CHECK-LABEL: relax.func @transposed
// CHECK: relax.constant dense<{{\[\[}}1073758080, 1082146880]]> : tensor<1x2xi32>
// CHECK: %[[DOT:.*]] = relax.call_tir @dot2_bf16{{.*}} -> tensor<2x5x2xf32>
// CHECK: relax.astype %[[DOT]] {dtype = bf16}
relax.func @transposed(%x: tensor<2x5x2xbf16>) -> tensor<2x5x2xbf16> {
  %w = relax.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %t = relax.permute_dims %w : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %0 = relax.matmul %x, %t : (tensor<2x5x2xbf16>, tensor<2x2xbf16>) -> tensor<2x5x2xbf16>
  relax.return %0 : tensor<2x5x2xbf16>
}
}

// -----

// Channels last, padded to pairs; the border is zeros.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "znver4">} {
// CHECK-LABEL: relax.func @convolution
// CHECK: relax.nn.pad %{{.*}} {pad_width = array<i64: 0, 0, 1, 1, 1, 1, 0, 1>}
// CHECK: relax.memory.view {{.*}} to tensor<1x6x6x2xi32>
// CHECK: %[[DOT:.*]] = relax.call_tir @dot2_bf16{{.*}} -> tensor<1x6x6x2xf32>
// CHECK: relax.astype %[[DOT]] {dtype = bf16}
relax.func @convolution(%x: tensor<1x4x4x3xbf16>) -> tensor<1x6x6x2xbf16> {
  %w = relax.constant dense<[[[[1.0, 2.0, 3.0]]], [[[4.0, 5.0, 6.0]]]]> : tensor<2x1x1x3xbf16>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "OHWI", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x4x3xbf16>, tensor<2x1x1x3xbf16>) -> tensor<1x6x6x2xbf16>
  relax.return %0 : tensor<1x6x6x2xbf16>
}

// Not these: channels first, no constant, another type, batches on the right.
// CHECK-LABEL: relax.func @others
// CHECK: relax.nn.conv2d
// CHECK: relax.matmul
// CHECK: relax.matmul
// CHECK: relax.matmul
relax.func @others(%x: tensor<1x2x4x4xbf16>, %y: tensor<4x4xbf16>, %z: tensor<4x4xf32>, %b: tensor<2x4x4xbf16>) -> (tensor<1x2x4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xf32>, tensor<2x4x4xbf16>) {
  %w = relax.constant dense<[[[[0.5]], [[1.0]]], [[[2.0]], [[1.0]]]]> : tensor<2x2x1x1xbf16>
  %v = relax.constant dense<1.0> : tensor<4x4xf32>
  %m = relax.constant dense<1.0> : tensor<2x4x4xbf16>
  %0 = relax.nn.conv2d %x, %w : (tensor<1x2x4x4xbf16>, tensor<2x2x1x1xbf16>) -> tensor<1x2x4x4xbf16>
  %1 = relax.matmul %y, %y : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %2 = relax.matmul %z, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = relax.matmul %b, %m : (tensor<2x4x4xbf16>, tensor<2x4x4xbf16>) -> tensor<2x4x4xbf16>
  relax.return %0, %1, %2, %3 : tensor<1x2x4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xf32>, tensor<2x4x4xbf16>
}
}

// -----

// Other CPUs widen once, and no target says nothing.
module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "skylake-avx512">} {
// CHECK-LABEL: relax.func @widened
// CHECK: relax.matmul
relax.func @widened(%x: tensor<4x2xbf16>) -> tensor<4x2xbf16> {
  %w = relax.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %0 = relax.matmul %x, %w : (tensor<4x2xbf16>, tensor<2x2xbf16>) -> tensor<4x2xbf16>
  relax.return %0 : tensor<4x2xbf16>
}
}

// -----

// CHECK-LABEL: relax.func @unknown_cpu
// CHECK: relax.matmul
relax.func @unknown_cpu(%x: tensor<4x2xbf16>) -> tensor<4x2xbf16> {
  %w = relax.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %0 = relax.matmul %x, %w : (tensor<4x2xbf16>, tensor<2x2xbf16>) -> tensor<4x2xbf16>
  relax.return %0 : tensor<4x2xbf16>
}
