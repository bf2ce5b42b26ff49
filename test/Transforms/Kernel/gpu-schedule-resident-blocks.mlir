// Row-wise reductions and windows ask for as many blocks in a multiprocessor as
// threads and shared memory leave room for; of no chip that is not known.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --tir-write-default-gpu-schedule=chip=sm_80 | FileCheck %s --check-prefix=LARGE
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --tir-write-default-gpu-schedule=chip=sm_86 | FileCheck %s --check-prefix=SMALL
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --tir-write-default-gpu-schedule | FileCheck %s --check-prefix=NONE
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule=chip=sm_80 | FileCheck %s --check-prefix=ROWS

// NONE-NOT: resident_blocks
// NONE-NOT: nvvm.minctasm

// The powers of a softmax are where its row has been.
// LARGE: bind_row_reduction {{.*}} rows = 1 lanes = 256 vector = 4 resident_blocks = 8
// SMALL: bind_row_reduction {{.*}} rows = 1 lanes = 256 vector = 4 resident_blocks = 5
// ROWS-LABEL: tir.func private @nn_softmax(
// ROWS: tir.for thread_binding "blockIdx.x" {{.*}} annotations {nvvm.minctasm = 8 : i64}
// ROWS: %[[ROW:.*]] = memref.alloc() : memref<1x4096xf32, #gpu.address_space<workgroup>>
// ROWS-NOT: memref.alloc() : memref<1x4096xf32
// ROWS: math.exp2
// ROWS-NEXT: memref.store %{{.*}}, %[[ROW]][
// ROWS-NOT: memref.alloc() : memref<1x4096xf32
relax.func @softmax(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = relax.nn.softmax %x : tensor<4096x4096xf32>
  relax.return %0 : tensor<4096x4096xf32>
}

// -----

// What is multiplied by the row that it is made of needs both.
// LARGE: bind_row_reduction {{.*}} resident_blocks = 4
// SMALL: bind_row_reduction {{.*}} resident_blocks = 3
// ROWS-LABEL: tir.func private @fused_nn_softmax_multiply(
// ROWS-COUNT-2: memref.alloc() : memref<1x4096xf32, #gpu.address_space<workgroup>>
relax.func @row_stays(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %1 = relax.dataflow -> tensor<4096x4096xf32> {
    %0 = relax.nn.softmax %x : tensor<4096x4096xf32>
    %2 = relax.multiply %0, %x : tensor<4096x4096xf32>
    relax.output %2 : tensor<4096x4096xf32>
  }
  relax.return %1 : tensor<4096x4096xf32>
}

// -----

// LARGE: annotate "nvvm.minctasm" = 8 : i64 at
// SMALL: annotate "nvvm.minctasm" = 6 : i64 at
// ROWS-LABEL: tir.func private @nn_conv2d(
// ROWS: tir.for thread_binding "blockIdx.x" {{.*}} annotations {nvvm.minctasm = 8 : i64}
relax.func @windows(%x: tensor<8x256x56x56xf32>, %w: tensor<256x1x3x3xf32>) -> tensor<8x256x54x54xf32> {
  %0 = relax.nn.conv2d %x, %w {groups = 256 : i64} : (tensor<8x256x56x56xf32>, tensor<256x1x3x3xf32>) -> tensor<8x256x54x54xf32>
  relax.return %0 : tensor<8x256x54x54xf32>
}
