// Products of few rows by tensor cores: four warps, and as many stages as shared
// memory has room for, all but one of which are on their way.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --tir-write-default-gpu-schedule | FileCheck %s

// 128 blocks of 12 KiB a step.
// CHECK: tile_contraction {{.*}} tile = [16, 32, 128] stages = 4 tensor_cores = 16 async_copies
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @rows(%x: tensor<16x4096xf16>, %w: tensor<4096x4096xf16>) -> tensor<16x4096xf16> {
    %0 = relax.matmul %x, %w : (tensor<16x4096xf16>, tensor<4096x4096xf16>) -> tensor<16x4096xf16>
    relax.return %0 : tensor<16x4096xf16>
  }
}

// -----

// Eight rows are half of a tile; enough columns for four warps.
// CHECK: tile_contraction {{.*}} tile = [16, 64, 64] stages = 4 tensor_cores = 16 async_copies
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @eight(%x: tensor<8x4096xbf16>, %w: tensor<4096x16384xbf16>) -> tensor<8x16384xbf16> {
    %0 = relax.matmul %x, %w : (tensor<8x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<8x16384xbf16>
    relax.return %0 : tensor<8x16384xbf16>
  }
}

// -----

// CHECK: tile_contraction {{.*}} tile = [32, 32, 256] stages = 4 tensor_cores = 32 async_copies
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @bytes(%x: tensor<32x4096xi8>, %w: tensor<4096x4096xi8>) -> tensor<32x4096xi32> {
    %0 = relax.matmul %x, %w {out_dtype = i32} : (tensor<32x4096xi8>, tensor<4096x4096xi8>) -> tensor<32x4096xi32>
    relax.return %0 : tensor<32x4096xi32>
  }
}

// -----

// Few columns as well: four parts of the reduction dimension keep 128 multiprocessors
// busy, five would not be of whole steps.
// CHECK: split_reduction %matmul partitions = 4
// CHECK: tile_contraction %matmul_rf tile = [16, 32, 128] stages = 4 tensor_cores = 16 async_copies
// CHECK-NEXT: get_block
// CHECK: bind_row_reduction %{{.*}}, %narrow
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @parts(%x: tensor<16x4096xf16>, %w: tensor<4096x1024xf16>) -> tensor<16x1024xf16> {
    %0 = relax.matmul %x, %w : (tensor<16x4096xf16>, tensor<4096x1024xf16>) -> tensor<16x1024xf16>
    relax.return %0 : tensor<16x1024xf16>
  }
}

// -----

// What has few multiprocessors has no need of parts.
// CHECK-NOT: split_reduction
// CHECK: tile_contraction {{.*}} tensor_cores = 16 async_copies
module attributes {relax.target = #relax.target<cuda, chip = "sm_80", cores = 32>} {
  relax.func @parts(%x: tensor<16x4096xf16>, %w: tensor<4096x1024xf16>) -> tensor<16x1024xf16> {
    %0 = relax.matmul %x, %w : (tensor<16x4096xf16>, tensor<4096x1024xf16>) -> tensor<16x1024xf16>
    relax.return %0 : tensor<16x1024xf16>
  }
}

// -----

// A short reduction dimension has no parts, and no more stages than steps, but for two.
// CHECK-NOT: split_reduction
// CHECK: tile_contraction {{.*}} tile = [16, 32, 64] stages = 2 tensor_cores = 16 async_copies
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @short(%x: tensor<16x64xf16>, %w: tensor<64x1024xf16>) -> tensor<16x1024xf16> {
    %0 = relax.matmul %x, %w : (tensor<16x64xf16>, tensor<64x1024xf16>) -> tensor<16x1024xf16>
    relax.return %0 : tensor<16x1024xf16>
  }
}

// -----

// Rows that cannot be copied go through registers, in short steps.
// CHECK: tile_contraction {{.*}} tile = [16, 32, 32] stages = {{[23]}} tensor_cores = 16
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @odd(%x: tensor<16x1023xf16>, %w: tensor<1023x1024xf16>) -> tensor<16x1024xf16> {
    %0 = relax.matmul %x, %w : (tensor<16x1023xf16>, tensor<1023x1024xf16>) -> tensor<16x1024xf16>
    relax.return %0 : tensor<16x1024xf16>
  }
}
