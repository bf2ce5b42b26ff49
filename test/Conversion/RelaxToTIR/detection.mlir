// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: relax-interp %s --split-input-file --before-after="relax-legalize-ops,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Batches are independent of each other; boxes move one after the other.
// CHECK-LABEL: tir.func private @vision_get_valid_counts
// CHECK-COUNT-2: tir.block "missing"
// CHECK: tir.block "valid" iters(%{{.*}} : spatial
// CHECK-NOT: iters
// CHECK: tir.return
relax.func @valid(%x: tensor<2x9x6xf32>) -> (tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>) {
  %0:3 = relax.vision.get_valid_counts %x : (tensor<2x9x6xf32>) -> (tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>)
  relax.return %0#0, %0#1, %0#2 : tensor<2xi32>, tensor<2x9x6xf32>, tensor<2x9xi32>
}

// -----

// CHECK-LABEL: tir.func private @vision_non_max_suppression
// CHECK: tir.block "suppress" iters(%{{.*}} : spatial
// CHECK: tir.block "indices"
// CHECK: tir.block "numbers"
relax.func @places(%x: tensor<2x9x6xf32>, %i: tensor<2x9xi32>) -> (tensor<2x9xi32>, tensor<2x1xi32>) {
  %c = relax.constant dense<[9, 4]> : tensor<2xi32>
  %0:2 = relax.vision.non_max_suppression %x, %c, %i {iou_threshold = 0.7} : (tensor<2x9x6xf32>, tensor<2xi32>, tensor<2x9xi32>) -> (tensor<2x9xi32>, tensor<2x1xi32>)
  relax.return %0#0, %0#1 : tensor<2x9xi32>, tensor<2x1xi32>
}

// -----

// Scores decay: more than a comparison happens to boxes that overlap.
// CHECK-LABEL: tir.func private @vision_non_max_suppression
// CHECK: tir.block "suppress"
// CHECK: math.exp
// CHECK: tir.block "boxes"
relax.func @soft(%x: tensor<1x9x6xf32>, %i: tensor<1x9xi32>) -> tensor<1x9x6xf32> {
  %c = relax.constant dense<9> : tensor<1xi32>
  %0 = relax.vision.non_max_suppression %x, %c, %i {soft_nms_sigma = 0.5, return_indices = false, invalid_to_bottom = true} : (tensor<1x9x6xf32>, tensor<1xi32>, tensor<1x9xi32>) -> tensor<1x9x6xf32>
  relax.return %0 : tensor<1x9x6xf32>
}

// -----

// With indices there are three results.
// CHECK-LABEL: tir.func private @vision_non_max_suppression
// CHECK: tir.block "boxes"
// CHECK: tir.block "indices"
// CHECK: tir.block "numbers"
relax.func @soft_indices(%x: tensor<1x9x6xf32>, %i: tensor<1x9xi32>) -> (tensor<1x9x6xf32>, tensor<1x9xi32>, tensor<1x1xi32>) {
  %c = relax.constant dense<9> : tensor<1xi32>
  %0:3 = relax.vision.non_max_suppression %x, %c, %i {soft_nms_sigma = 0.5} : (tensor<1x9x6xf32>, tensor<1xi32>, tensor<1x9xi32>) -> (tensor<1x9x6xf32>, tensor<1x9xi32>, tensor<1x1xi32>)
  relax.return %0#0, %0#1, %0#2 : tensor<1x9x6xf32>, tensor<1x9xi32>, tensor<1x1xi32>
}

// -----

// CHECK-LABEL: tir.func private @vision_all_class_non_max_suppression
// CHECK: tir.block "suppress" iters(%{{.*}} : spatial {{.*}}, %{{.*}} : spatial
// CHECK: tir.block "list"
relax.func @classes(%b: tensor<1x6x4xf32>, %s: tensor<1x2x6xf32>) -> (tensor<12x3xi64>, tensor<1xi64>) {
  %m = relax.constant dense<3> : tensor<i64>
  %t = relax.constant dense<0.25> : tensor<f32>
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<12x3xi64>, tensor<1xi64>)
  relax.return %0#0, %0#1 : tensor<12x3xi64>, tensor<1xi64>
}

// -----

// CHECK-LABEL: tir.func private @vision_multibox_transform_loc
// CHECK: tir.block "boxes"
// CHECK-COUNT-4: memref.store
// CHECK: tir.block "scores"
relax.func @anchors(%c: tensor<1x3x5xf32>, %l: tensor<1x20xf32>, %a: tensor<1x5x4xf32>) -> (tensor<1x5x4xf32>, tensor<1x3x5xf32>) {
  %0:2 = relax.vision.multibox_transform_loc %c, %l, %a {clip = true, keep_background = false, variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> (tensor<1x5x4xf32>, tensor<1x3x5xf32>)
  relax.return %0#0, %0#1 : tensor<1x5x4xf32>, tensor<1x3x5xf32>
}
