// What operators of VisionOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @vision_all_class_non_max_suppression(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<12x3xi64>, tensor<1xi64>)
// CHECK: tir.block "scores" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: arith.select
// CHECK: tir.block "sort" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "suppress" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.if
// CHECK: tir.block "fill" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "fill" iters({{.*}} : spatial
// CHECK: tir.block "list"
relax.func @main(%b: tensor<1x6x4xf32>, %s: tensor<1x2x6xf32>, %m: tensor<i64>, %t: tensor<f32>) -> tensor<12x3xi64> {
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<12x3xi64>, tensor<1xi64>)
  relax.return %0#0 : tensor<12x3xi64>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @vision_get_valid_counts(%{{.*}}) : (tensor<2x9x6xf32>) -> (tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>)
// CHECK: tir.block "missing" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "missing" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: arith.andi
// CHECK: arith.select
// CHECK: arith.fptosi
// CHECK: tir.block "valid" iters({{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: arith.andi
// CHECK: tir.if
relax.func @main(%x: tensor<2x9x6xf32>) -> tensor<2xi32> {
  %0:3 = relax.vision.get_valid_counts %x : (tensor<2x9x6xf32>) -> (tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>)
  relax.return %0#0 : tensor<2xi32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @vision_multibox_transform_loc(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> (tensor<1x5x4xf32>, tensor<1x3x5xf32>)
// CHECK: tir.block "boxes" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: math.exp
// CHECK: tir.block "scores" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: arith.select
relax.func @main(%c: tensor<1x3x5xf32>, %l: tensor<1x20xf32>, %a: tensor<1x5x4xf32>) -> tensor<1x5x4xf32> {
  %0:2 = relax.vision.multibox_transform_loc %c, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> (tensor<1x5x4xf32>, tensor<1x3x5xf32>)
  relax.return %0#0 : tensor<1x5x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @vision_non_max_suppression(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<2x9x6xf32>, tensor<2xi32>, tensor<2x9xi32>) -> (tensor<2x9xi32>, tensor<2x1xi32>)
// CHECK: tir.block "scores" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "sort" iters({{.*}} : spatial
// CHECK: tir.block "ranks" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "suppress" iters({{.*}} : spatial
// CHECK: tir.if
// CHECK: tir.block "indices" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.if
// CHECK: tir.block "numbers" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<2x9x6xf32>, %c: tensor<2xi32>, %i: tensor<2x9xi32>) -> tensor<2x9xi32> {
  %0:2 = relax.vision.non_max_suppression %x, %c, %i {iou_threshold = 0.7} : (tensor<2x9x6xf32>, tensor<2xi32>, tensor<2x9xi32>) -> (tensor<2x9xi32>, tensor<2x1xi32>)
  relax.return %0#0 : tensor<2x9xi32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @vision_roi_align(%{{.*}}, %{{.*}}) : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<5x3x2x2xf32>
// CHECK: tir.block "roi_align" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: arith.andi
// CHECK: arith.select
// CHECK: arith.fptosi
// CHECK: tir.block "samples" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) -> tensor<5x3x2x2xf32> {
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 0.5} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<5x3x2x2xf32>
  relax.return %0 : tensor<5x3x2x2xf32>
}
