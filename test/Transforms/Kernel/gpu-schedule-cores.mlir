// Tiles are so large that each multiprocessor of the target has one; 128 of them where it says no number.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --tir-write-default-gpu-schedule | FileCheck %s

// CHECK-DAG: split {{.*}} [?, 128]
// CHECK-DAG: split {{.*}} [?, 8]
module attributes {relax.target = #relax.target<cuda, chip = "sm_80", cores = 4>} {
  relax.func @main(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %0 = relax.matmul %x, %w : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    relax.return %0 : tensor<256x256xf32>
  }
}

// -----

// CHECK-DAG: split {{.*}} [?, 32]
// CHECK-DAG: split {{.*}} [?, 16]
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @main(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %0 = relax.matmul %x, %w : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    relax.return %0 : tensor<256x256xf32>
  }
}

// -----

// What may be rounded is multiplied by tensor cores, where the chip has them for it.
// CHECK: tile_contraction {{.*}} tensor_cores = 8 tf32 async_copies
module attributes {relax.allow_tf32, relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @main(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %0 = relax.matmul %x, %w : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    relax.return %0 : tensor<256x256xf32>
  }
}

// -----

// CHECK-NOT: tensor_cores
// CHECK: transform.tir.storage_align
module attributes {relax.allow_tf32, relax.target = #relax.target<cuda, chip = "sm_75">} {
  relax.func @main(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %0 = relax.matmul %x, %w : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    relax.return %0 : tensor<256x256xf32>
  }
}
