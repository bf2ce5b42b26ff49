// Windows of a few elements: a thread has four or two neighbouring results of two
// lines in registers, whose windows overlap.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --tir-write-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule

// A depthwise convolution, whose padding is a choice, and what follows it.
// CHECK: transform.tir.inline_padding
// CHECK: %{{.*}}, %[[LINE:.*]] = transform.tir.split %{{.*}} [?, 2]
// CHECK: %[[RUNS:.*]], %[[ONE:.*]] = transform.tir.split %{{.*}} [?, 4]
// CHECK: %[[RESULT:.*]] = transform.tir.cache_write %{{.*}}[0] "local"
// CHECK-NEXT: transform.tir.reverse_compute_at %[[RESULT]], %[[RUNS]]
// CHECK-NEXT: transform.tir.decompose_reduction
// CHECK: transform.tir.fuse {{.*}}, %[[RUNS]]
// CHECK: transform.tir.split %{{.*}} [?, 256]
// CHECK: transform.tir.bind %{{.*}} "blockIdx.x"
// CHECK: transform.tir.unroll %[[LINE]]
// CHECK-NEXT: transform.tir.unroll %[[ONE]]
// CHECK: transform.tir.vectorize
// CHECK: transform.tir.reverse_compute_inline
module attributes {relax.target = #relax.target<cuda, chip = "sm_80", cores = 1>} {
  relax.func @depthwise(%x: tensor<1x32x16x16xf32>, %w: tensor<32x1x3x3xf32>) -> tensor<1x32x16x16xf32> {
    %1 = relax.dataflow -> tensor<1x32x16x16xf32> {
      %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, groups = 32 : i64} : (tensor<1x32x16x16xf32>, tensor<32x1x3x3xf32>) -> tensor<1x32x16x16xf32>
      %2 = relax.nn.relu %0 : tensor<1x32x16x16xf32>
      relax.output %2 : tensor<1x32x16x16xf32>
    }
    relax.return %1 : tensor<1x32x16x16xf32>
  }
}

// -----

// A pool with an even number of columns.
// CHECK-COUNT-2: transform.tir.split %{{.*}} [?, 2]
// CHECK: transform.tir.cache_write %{{.*}}[0] "local"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80", cores = 1>} {
  relax.func @pool(%x: tensor<1x64x16x12xf32>) -> tensor<1x64x8x6xf32> {
    %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x64x16x12xf32>) -> tensor<1x64x8x6xf32>
    relax.return %0 : tensor<1x64x8x6xf32>
  }
}

// -----

// Few windows are a thread's each, and so are rows of an odd number.
// CHECK-NOT: cache_write
// CHECK: transform.tir.bind_row_reduction
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  relax.func @few(%x: tensor<1x32x16x16xf32>, %w: tensor<32x1x3x3xf32>) -> tensor<1x32x14x14xf32> {
    %0 = relax.nn.conv2d %x, %w {groups = 32 : i64} : (tensor<1x32x16x16xf32>, tensor<32x1x3x3xf32>) -> tensor<1x32x14x14xf32>
    relax.return %0 : tensor<1x32x14x14xf32>
  }
}
