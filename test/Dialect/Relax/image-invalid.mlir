// Ops on images: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
relax.func @main(%x: tensor<1x3x8x8xf32>, %s: !relax.shape<[16, 16]>) {
  // expected-error @below {{'relax.image.resize2d' op expects a layout of the axes NCHW, each once, but found "HWC"}}
  %0 = relax.image.resize2d %x, %s {layout = "HWC"} : (tensor<1x3x8x8xf32>, !relax.shape<[16, 16]>) -> tensor<*xf32>
  relax.return
}

// -----

// R2
relax.func @main(%x: tensor<3x8x8xf32>, %s: !relax.shape<[16, 16]>) {
  // expected-error @below {{'relax.image.resize2d' op expects data of rank 4 for layout "NCHW", but found rank 3}}
  %0 = relax.image.resize2d %x, %s : (tensor<3x8x8xf32>, !relax.shape<[16, 16]>) -> tensor<*xf32>
  relax.return
}

// -----

// R3
relax.func @main(%x: tensor<1x3x8x8xf32>, %s: !relax.shape<rank 3>) {
  // expected-error @below {{'relax.image.resize2d' op expects 'size' to have 2 entries, but found 3}}
  %0 = relax.image.resize2d %x, %s : (tensor<1x3x8x8xf32>, !relax.shape<rank 3>) -> tensor<*xf32>
  relax.return
}

// -----

// R4
relax.func @main(%x: tensor<1x3x8x8xf32>, %s: !relax.shape<[16, 16]>) {
  // expected-error @below {{'relax.image.resize2d' op expects 'roi' for mode "tf_crop_and_resize"}}
  %0 = relax.image.resize2d %x, %s {coordinate_transformation_mode = "tf_crop_and_resize"} : (tensor<1x3x8x8xf32>, !relax.shape<[16, 16]>) -> tensor<*xf32>
  relax.return
}

// -----

// R4: not used
relax.func @main(%x: tensor<1x3x8x8xf32>, %s: !relax.shape<[16, 16]>) {
  // expected-error @below {{'relax.image.resize2d' op expects no 'roi' for mode "half_pixel"}}
  %0 = relax.image.resize2d %x, %s {roi = array<f64: 0.0>} : (tensor<1x3x8x8xf32>, !relax.shape<[16, 16]>) -> tensor<*xf32>
  relax.return
}

// -----

// R4: entries
relax.func @main(%x: tensor<1x3x8x8xf32>, %s: !relax.shape<[16, 16]>) {
  // expected-error @below {{'relax.image.resize2d' op expects 'roi' to have 4 entries, but found 1}}
  %0 = relax.image.resize2d %x, %s {coordinate_transformation_mode = "tf_crop_and_resize", roi = array<f64: 0.0>} : (tensor<1x3x8x8xf32>, !relax.shape<[16, 16]>) -> tensor<*xf32>
  relax.return
}

// -----

// A word that is none
relax.func @main(%x: tensor<1x3x8x8xf32>, %s: !relax.shape<[16, 16]>) {
  // expected-error @below {{'relax.image.resize2d' op attribute 'method' failed to satisfy constraint: string attribute that is one of nearest_neighbor, linear, cubic}}
  %0 = relax.image.resize2d %x, %s {method = "lanczos"} : (tensor<1x3x8x8xf32>, !relax.shape<[16, 16]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.image.affine_grid
relax.func @main(%a: tensor<2x3xf32>, %s: !relax.shape<[5, 6]>) {
  // expected-error @below {{'relax.image.affine_grid' op expects matrices of rank 3, but found rank 2}}
  %0 = relax.image.affine_grid %a, %s : (tensor<2x3xf32>, !relax.shape<[5, 6]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.image.affine_grid: sizes
relax.func @main(%a: tensor<1x2x4xf32>, %s: !relax.shape<[5, 6]>) {
  // expected-error @below {{'relax.image.affine_grid' op expects dimension 2 of matrices to be 3, but found 4}}
  %0 = relax.image.affine_grid %a, %s : (tensor<1x2x4xf32>, !relax.shape<[5, 6]>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.image.affine_grid
relax.func @main(%a: tensor<1x2x3xf32>, %s: !relax.shape<[5]>) {
  // expected-error @below {{'relax.image.affine_grid' op expects 'size' to have 2 entries, but found 1}}
  %0 = relax.image.affine_grid %a, %s : (tensor<1x2x3xf32>, !relax.shape<[5]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.image.grid_sample
relax.func @main(%x: tensor<1x3x8x8xf32>, %g: tensor<1x2x5x6xf32>) {
  // expected-error @below {{'relax.image.grid_sample' op expects a layout of the axes NCHW, each once, but found "NHW"}}
  %0 = relax.image.grid_sample %x, %g {layout = "NHW"} : (tensor<1x3x8x8xf32>, tensor<1x2x5x6xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.image.grid_sample
relax.func @main(%x: tensor<2x3xf32>, %g: tensor<1x2x5x6xf32>) {
  // expected-error @below {{'relax.image.grid_sample' op expects data of rank 4 for layout "NCHW", but found rank 2}}
  %0 = relax.image.grid_sample %x, %g : (tensor<2x3xf32>, tensor<1x2x5x6xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.image.grid_sample
relax.func @main(%x: tensor<1x3x8x8xf32>, %g: tensor<2x2x5x6xf32>) {
  // expected-error @below {{'relax.image.grid_sample' op expects dimension 0 of the grid to be 1, but found 2}}
  %0 = relax.image.grid_sample %x, %g : (tensor<1x3x8x8xf32>, tensor<2x2x5x6xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.image.grid_sample
relax.func @main(%x: tensor<1x3x8x8xf32, #relax.dims<[1, 3, 8, 8], vdevice = #relax.vdevice<"cuda", 0>>>, %g: tensor<1x2x5x6xf32, #relax.dims<[1, 2, 5, 6], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.image.grid_sample' op expects operands on one device}}
  %0 = relax.image.grid_sample %x, %g : (tensor<1x3x8x8xf32, #relax.dims<[1, 3, 8, 8], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<1x2x5x6xf32, #relax.dims<[1, 2, 5, 6], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}
