// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Attention is two products of matrices around a softmax.
// CHECK-LABEL: relax.func @attention
// CHECK: call_tir @arange
// CHECK: call_tir @permute_dims
// CHECK: call_tir @matmul
// CHECK-NOT: relax.nn.attention
// CHECK: call_tir @nn_softmax
// CHECK: call_tir @matmul
relax.func @attention(%q: tensor<2x16x8x32xf32>, %k: tensor<2x20x8x32xf32>) -> tensor<2x16x8x32xf32> {
  %0 = relax.nn.attention %q, %k, %k {causal_mask = "TopLeft"} : (tensor<2x16x8x32xf32>, tensor<2x20x8x32xf32>, tensor<2x20x8x32xf32>) -> tensor<2x16x8x32xf32>
  relax.return %0 : tensor<2x16x8x32xf32>
}

// -----

// CHECK-LABEL: relax.func @pixel_shuffle
// CHECK: relax.reshape
// CHECK: call_tir @permute_dims
// CHECK: relax.reshape
relax.func @pixel_shuffle(%x: tensor<1x8x3x4xf32>) -> tensor<1x2x6x8xf32> {
  %0 = relax.nn.pixel_shuffle %x {upscale_factor = 2 : i64} : (tensor<1x8x3x4xf32>) -> tensor<1x2x6x8xf32>
  relax.return %0 : tensor<1x2x6x8xf32>
}

// -----

// A mark is its operand.
// CHECK-LABEL: relax.func @no_grad
// CHECK-NEXT: relax.return %arg0
relax.func @no_grad(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.grad.no_grad %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// The loss is a product and reductions.
// CHECK-LABEL: relax.func @cross_entropy
// CHECK: call_tir @multiply
// CHECK: call_tir @sum
// CHECK: call_tir @mean
// CHECK: call_tir @negative
relax.func @cross_entropy(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32> {
  %0 = relax.nn.cross_entropy_with_logits %x, %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

// The number of elements is counted and becomes a symbol; the rest is done for
// as many as there can be.
// CHECK-LABEL: relax.func @nonzero
// CHECK: call_tir @cumsum
// CHECK: call_tir @scatter_elements
// CHECK: relax.tensor_to_shape
// CHECK: relax.match_cast {{.*}}"counted 0"
// CHECK: call_tir @strided_slice
// CHECK: call_tir @stack
relax.func @nonzero(%x: tensor<3x4xf32>) -> tensor<2x?xi64> {
  %0 = relax.nonzero %x : (tensor<3x4xf32>) -> tensor<2x?xi64>
  relax.return %0 : tensor<2x?xi64>
}

// -----

// CHECK-LABEL: relax.func @grid_sample
// CHECK: tir.block "grid_sample"
relax.func @grid_sample(%x: tensor<1x3x8x8xf32>, %g: tensor<1x2x5x6xf32>) -> tensor<1x3x5x6xf32> {
  %0 = relax.image.grid_sample %x, %g : (tensor<1x3x8x8xf32>, tensor<1x2x5x6xf32>) -> tensor<1x3x5x6xf32>
  relax.return %0 : tensor<1x3x5x6xf32>
}

// -----

// CHECK-LABEL: relax.func @roi_align
// CHECK: tir.block "roi_align"
relax.func @roi_align(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) -> tensor<5x3x2x2xf32> {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 0.5} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<5x3x2x2xf32>
  relax.return %0 : tensor<5x3x2x2xf32>
}

// -----

// Many channels have the places of samples together: they are moved behind the
// pixels. Not for a few samples of a large image.
// CHECK-LABEL: relax.func @roi_align_channels
// CHECK: relax.call_tir @permute_dims(%{{.*}}) : (tensor<1x16x8x8xf32>) -> tensor<1x8x8x16xf32>
// CHECK: relax.call_tir @vision_roi_align({{.*}}) : (tensor<1x8x8x16xf32>, tensor<9x5xf32>) -> tensor<9x2x2x16xf32>
// CHECK: relax.call_tir @permute_dims
// CHECK: relax.call_tir @vision_roi_align_{{.*}} : (tensor<1x16x80x80xf32>, tensor<9x5xf32>) -> tensor<9x16x2x2xf32>
relax.func @roi_align_channels(%x: tensor<1x16x8x8xf32>, %y: tensor<1x16x80x80xf32>, %r: tensor<9x5xf32>) -> tuple<tensor<9x16x2x2xf32>, tensor<9x16x2x2xf32>> {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 0.5, sample_ratio = 2 : i64} : (tensor<1x16x8x8xf32>, tensor<9x5xf32>) -> tensor<9x16x2x2xf32>
  %1 = relax.vision.roi_align %y, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 0.5, sample_ratio = 2 : i64} : (tensor<1x16x80x80xf32>, tensor<9x5xf32>) -> tensor<9x16x2x2xf32>
  %2 = relax.tuple %0, %1 : (tensor<9x16x2x2xf32>, tensor<9x16x2x2xf32>) -> tuple<tensor<9x16x2x2xf32>, tensor<9x16x2x2xf32>>
  relax.return %2 : tuple<tensor<9x16x2x2xf32>, tensor<9x16x2x2xf32>>
}

// -----

// Bounds that are tensors: the places on each axis are counted when the program
// runs, then taken.
// CHECK-LABEL: relax.func @sliced
// CHECK: %[[LENGTH:.*]] = relax.tensor_to_shape
// CHECK: relax.match_cast %[[LENGTH]] : {{.*}} to !relax.shape<["counted 0"
// CHECK: relax.call_tir @take
// CHECK: relax.tensor_to_shape
// CHECK: relax.call_tir @take
relax.func @sliced(%x: tensor<8x9xf32>, %b: tensor<2xi64>, %e: tensor<2xi64>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = relax.dynamic_strided_slice %x, %b, %e, %s : (tensor<8x9xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  relax.return %0 : tensor<?x?xf32>
}
