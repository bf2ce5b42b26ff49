// Ops of object detection: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.vision.roi_align
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) {
  // expected-error @below {{'relax.vision.roi_align' op expects a layout of the axes NCHW, each once, but found "CHW"}}
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0, layout = "CHW"} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.vision.roi_align
relax.func @main(%x: tensor<2x3xf32>, %r: tensor<5x5xf32>) {
  // expected-error @below {{'relax.vision.roi_align' op expects data of rank 4 for layout "NCHW", but found rank 2}}
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<2x3xf32>, tensor<5x5xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.vision.roi_align
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<2x3xf32>) {
  // expected-error @below {{'relax.vision.roi_align' op expects dimension 1 of 'rois' to be 5, but found 3}}
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.vision.roi_align
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) {
  // expected-error @below {{'relax.vision.roi_align' op expects 'pooled_size' to have 2 entries, but found 1}}
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.vision.roi_align
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf16>) {
  // expected-error @below {{'relax.vision.roi_align' op expects operands of one element type}}
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32>, tensor<5x5xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R6 of relax.vision.roi_align
relax.func @main(%x: tensor<1x3x8x8xf32, #relax.dims<[1, 3, 8, 8], vdevice = #relax.vdevice<"cuda", 0>>>, %r: tensor<5x5xf32, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.vision.roi_align' op expects operands on one device}}
  %0 = relax.vision.roi_align %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32, #relax.dims<[1, 3, 8, 8], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<5x5xf32, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.vision.roi_pool
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) {
  // expected-error @below {{'relax.vision.roi_pool' op expects a layout of the axes NCHW, each once, but found "CHW"}}
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0, layout = "CHW"} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.vision.roi_pool
relax.func @main(%x: tensor<2x3xf32>, %r: tensor<5x5xf32>) {
  // expected-error @below {{'relax.vision.roi_pool' op expects data of rank 4 for layout "NCHW", but found rank 2}}
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<2x3xf32>, tensor<5x5xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.vision.roi_pool
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<2x3xf32>) {
  // expected-error @below {{'relax.vision.roi_pool' op expects dimension 1 of 'rois' to be 5, but found 3}}
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.vision.roi_pool
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf32>) {
  // expected-error @below {{'relax.vision.roi_pool' op expects 'pooled_size' to have 2 entries, but found 1}}
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.vision.roi_pool
relax.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<5x5xf16>) {
  // expected-error @below {{'relax.vision.roi_pool' op expects operands of one element type}}
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32>, tensor<5x5xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R6 of relax.vision.roi_pool
relax.func @main(%x: tensor<1x3x8x8xf32, #relax.dims<[1, 3, 8, 8], vdevice = #relax.vdevice<"cuda", 0>>>, %r: tensor<5x5xf32, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.vision.roi_pool' op expects operands on one device}}
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<1x3x8x8xf32, #relax.dims<[1, 3, 8, 8], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<5x5xf32, #relax.dims<[5, 5], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.vision.get_valid_counts
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.vision.get_valid_counts' op expects data of rank 3, but found rank 2}}
  %0:3 = relax.vision.get_valid_counts %x : (tensor<2x3xf32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>)
  relax.return
}

// -----

// R1 of relax.vision.non_max_suppression
relax.func @main(%x: tensor<2x3xf32>, %c: tensor<2xi32>, %i: tensor<2x9xi32>) {
  // expected-error @below {{'relax.vision.non_max_suppression' op expects data of rank 3, but found rank 2}}
  %0:2 = relax.vision.non_max_suppression %x, %c, %i : (tensor<2x3xf32>, tensor<2xi32>, tensor<2x9xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  relax.return
}

// -----

// R2 of relax.vision.non_max_suppression
relax.func @main(%x: tensor<2x9x6xf32>, %c: tensor<3xi32>, %i: tensor<2x9xi32>) {
  // expected-error @below {{'relax.vision.non_max_suppression' op expects dimension 0 of counts to be 2, but found 3}}
  %0:2 = relax.vision.non_max_suppression %x, %c, %i : (tensor<2x9x6xf32>, tensor<3xi32>, tensor<2x9xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  relax.return
}

// -----

// R3 of relax.vision.non_max_suppression
relax.func @main(%x: tensor<2x9x6xf32, #relax.dims<[2, 9, 6], vdevice = #relax.vdevice<"cuda", 0>>>, %c: tensor<2xi32, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", 0>>>, %i: tensor<2x9xi32>) {
  // expected-error @below {{'relax.vision.non_max_suppression' op expects operands on one device}}
  %0:2 = relax.vision.non_max_suppression %x, %c, %i : (tensor<2x9x6xf32, #relax.dims<[2, 9, 6], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2xi32, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<2x9xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  relax.return
}

// -----

// R4 of relax.vision.non_max_suppression
relax.func @main(%x: tensor<2x9x6xf32>, %c: tensor<2xi32>, %i: tensor<2x9xi32>) {
  // expected-error @below {{'relax.vision.non_max_suppression' op expects 2 results, but found 1}}
  %0 = relax.vision.non_max_suppression %x, %c, %i : (tensor<2x9x6xf32>, tensor<2xi32>, tensor<2x9xi32>) -> tensor<*xi32>
  relax.return
}

// -----

// R1 of relax.vision.all_class_non_max_suppression
relax.func @main(%b: tensor<1x6x5xf32>, %s: tensor<1x2x6xf32>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error @below {{'relax.vision.all_class_non_max_suppression' op expects dimension 2 of boxes to be 4, but found 5}}
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x5xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<*xi64>, tensor<*xi64>)
  relax.return
}

// -----

// R1 of relax.vision.all_class_non_max_suppression
relax.func @main(%b: tensor<1x6x4xf32>, %s: tensor<1x2x7xf32>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error @below {{'relax.vision.all_class_non_max_suppression' op expects dimension 2 of scores to be 6, but found 7}}
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x7xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<*xi64>, tensor<*xi64>)
  relax.return
}

// -----

// R2 of relax.vision.all_class_non_max_suppression
relax.func @main(%b: tensor<1x6x4xf32>, %s: tensor<1x2x6xf16>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error @below {{'relax.vision.all_class_non_max_suppression' op expects operands of one element type}}
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf16>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<*xi64>, tensor<*xi64>)
  relax.return
}

// -----

// R3 of relax.vision.all_class_non_max_suppression
relax.func @main(%b: tensor<1x6x4xf32, #relax.dims<[1, 6, 4], vdevice = #relax.vdevice<"cuda", 0>>>, %s: tensor<1x2x6xf32, #relax.dims<[1, 2, 6], vdevice = #relax.vdevice<"llvm", 0>>>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error @below {{'relax.vision.all_class_non_max_suppression' op expects operands on one device}}
  %0:2 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32, #relax.dims<[1, 6, 4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<1x2x6xf32, #relax.dims<[1, 2, 6], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<*xi64>, tensor<*xi64>)
  relax.return
}

// -----

// R4 of relax.vision.all_class_non_max_suppression
relax.func @main(%b: tensor<1x6x4xf32>, %s: tensor<1x2x6xf32>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error @below {{'relax.vision.all_class_non_max_suppression' op expects 2 results, but found 1}}
  %0 = relax.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<*xi64>
  relax.return
}

// -----

// R1 of relax.vision.multibox_transform_loc
relax.func @main(%p: tensor<1x3x5xf32>, %l: tensor<1x21xf32>, %a: tensor<1x5x4xf32>) {
  // expected-error @below {{'relax.vision.multibox_transform_loc' op expects dimension 1 of offsets to be 20, but found 21}}
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x3x5xf32>, tensor<1x21xf32>, tensor<1x5x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R2 of relax.vision.multibox_transform_loc
relax.func @main(%p: tensor<1x3x5xf32>, %l: tensor<1x20xf32>, %a: tensor<1x5x4xf16>) {
  // expected-error @below {{'relax.vision.multibox_transform_loc' op expects operands of one element type}}
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf16>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R3 of relax.vision.multibox_transform_loc
relax.func @main(%p: tensor<1x3x5xf32, #relax.dims<[1, 3, 5], vdevice = #relax.vdevice<"cuda", 0>>>, %l: tensor<1x20xf32, #relax.dims<[1, 20], vdevice = #relax.vdevice<"llvm", 0>>>, %a: tensor<1x5x4xf32>) {
  // expected-error @below {{'relax.vision.multibox_transform_loc' op expects operands on one device}}
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<1x3x5xf32, #relax.dims<[1, 3, 5], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<1x20xf32, #relax.dims<[1, 20], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<1x5x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R4 of relax.vision.multibox_transform_loc
relax.func @main(%p: tensor<1x3x5xf32>, %l: tensor<1x20xf32>, %a: tensor<1x5x4xf32>) {
  // expected-error @below {{'relax.vision.multibox_transform_loc' op expects 'variances' to have 4 entries, but found 1}}
  %0:2 = relax.vision.multibox_transform_loc %p, %l, %a {variances = array<f64: 0.1>} : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}
