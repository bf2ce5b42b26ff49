// Which tiles warpgroups have.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --tir-write-default-gpu-schedule=chip=sm_90a | FileCheck %s

// The device copies both operands.
// CHECK: tile_by_warpgroups %{{.*}} with %narrow columns = 256 stages = 4
relax.func @product(%x: tensor<4096x4096xf16>, %w: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = relax.matmul %x, %w : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16>
  relax.return %0 : tensor<4096x4096xf16>
}

// -----

// Threads find what windows read: 512 for as many elements.
// CHECK: tile_by_warpgroups %{{.*}} with %narrow rows = 256 columns = 128 stages = 4
relax.func @windows(%x: tensor<8x56x56x256xf16>, %w: tensor<256x3x3x256xf16>) -> tensor<8x56x56x256xf16> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<8x56x56x256xf16>, tensor<256x3x3x256xf16>) -> tensor<8x56x56x256xf16>
  relax.return %0 : tensor<8x56x56x256xf16>
}

// -----

// Half of wider tiles would be empty.
// CHECK: tile_by_warpgroups %{{.*}} with %narrow columns = 128 stages = 3
relax.func @few_columns(%x: tensor<32768x512xf16>, %w: tensor<512x128xf16>) -> tensor<32768x128xf16> {
  %0 = relax.matmul %x, %w : (tensor<32768x512xf16>, tensor<512x128xf16>) -> tensor<32768x128xf16>
  relax.return %0 : tensor<32768x128xf16>
}

// -----

// CHECK: tile_by_warpgroups %{{.*}} with %narrow columns = 64 stages = 4
relax.func @few_channels(%x: tensor<8x112x112x64xf16>, %w: tensor<64x3x3x64xf16>) -> tensor<8x112x112x64xf16> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<8x112x112x64xf16>, tensor<64x3x3x64xf16>) -> tensor<8x112x112x64xf16>
  relax.return %0 : tensor<8x112x112x64xf16>
}
