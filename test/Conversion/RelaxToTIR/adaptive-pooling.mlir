// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// One part is the whole axis, whatever its size.
// CHECK-LABEL: relax.func @whole
// CHECK: tir.block "pool" iters({{.*}} : reduce = {{.*}} : reduce = {{.*}})
// CHECK-NOT: arith.select
// CHECK: tir.block "mean"
relax.func @whole(%x: tensor<1x4x?x8xf32, #relax.dims<[1, 4, h, 8]>>) -> tensor<1x4x1x1xf32> {
  %0 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: 1, 1>} : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, h, 8]>>) -> tensor<1x4x1x1xf32>
  relax.return %0 : tensor<1x4x1x1xf32>
}

// -----

// Parts of different sizes: what is beyond the end of one counts as 0.
// CHECK-LABEL: relax.func @uneven
// CHECK: tir.block "pool"
// CHECK: arith.select
// CHECK: tir.block "mean"
// CHECK: arith.ceildivsi
relax.func @uneven(%x: tensor<1x4x8xf32>) -> tensor<1x4x3xf32> {
  %0 = relax.nn.adaptive_avg_pool1d %x {output_size = array<i64: 3>} : (tensor<1x4x8xf32>) -> tensor<1x4x3xf32>
  relax.return %0 : tensor<1x4x3xf32>
}

// -----

// CHECK-LABEL: relax.func @even
// CHECK: tir.block "pool"
// CHECK-NOT: arith.select
// CHECK: arith.constant 6.400000e+01 : f32
relax.func @even(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x2x2x2xf32> {
  %0 = relax.nn.adaptive_avg_pool3d %x {output_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x2x2x2xf32>
  relax.return %0 : tensor<1x4x2x2x2xf32>
}
