// An element of weight 0 is no part of a resized one, whether the sizes are
// known to be equal or not: an infinity beside it does not make it NaN.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=known --input="1x1x1x4xf32=1 -0 inf 3" | FileCheck %s --check-prefix=SAME
// RUN: relax-run %t.so --function=unknown --input="1x1x1x4xf32=1 -0 inf 3" --input=4xf32=0 | FileCheck %s --check-prefix=SAME
// RUN: relax-run %t.so --function=linear --input="1x1x1x4xf32=1 -0 inf 3" --input=4xf32=0 | FileCheck %s --check-prefix=SAME
// RUN: relax-run %t.so --function=doubled --input="1x1x1x4xf32=1 -0 inf 3" --input=8xf32=0 | FileCheck %s --check-prefix=TWICE
// RUN: relax-interp %s --function=known --input="1x1x1x4xf32=1 -0 inf 3" | FileCheck %s --check-prefix=SAME
// RUN: relax-interp %s --function=unknown --input="1x1x1x4xf32=1 -0 inf 3" --input=4xf32=0 | FileCheck %s --check-prefix=SAME
// RUN: relax-interp %s --function=linear --input="1x1x1x4xf32=1 -0 inf 3" --input=4xf32=0 | FileCheck %s --check-prefix=SAME
// RUN: relax-interp %s --function=doubled --input="1x1x1x4xf32=1 -0 inf 3" --input=8xf32=0 | FileCheck %s --check-prefix=TWICE

// SAME: [1, -0, inf, 3]
// TWICE: [1, 0.5, -0, inf, inf, inf, 3, 3]
relax.func @known(%x: tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32> {
  %s = relax.shape [1, 4] : !relax.shape<[1, 4]>
  %0 = relax.image.resize2d %x, %s {method = "cubic"} : (tensor<1x1x1x4xf32>, !relax.shape<[1, 4]>) -> tensor<1x1x1x4xf32>
  relax.return %0 : tensor<1x1x1x4xf32>
}

relax.func @unknown(%x: tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, n]>>, %like: tensor<?xf32, #relax.dims<[m]>>) -> tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>> {
  %s = relax.shape [1, m] : !relax.shape<[1, m]>
  %0 = relax.image.resize2d %x, %s {method = "cubic", cubic_alpha = -0.6} : (tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, n]>>, !relax.shape<[1, m]>) -> tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>>
  relax.return %0 : tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>>
}

relax.func @linear(%x: tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, n]>>, %like: tensor<?xf32, #relax.dims<[m]>>) -> tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>> {
  %s = relax.shape [1, m] : !relax.shape<[1, m]>
  %0 = relax.image.resize2d %x, %s {method = "linear", coordinate_transformation_mode = "align_corners"} : (tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, n]>>, !relax.shape<[1, m]>) -> tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>>
  relax.return %0 : tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>>
}

relax.func @doubled(%x: tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, n]>>, %like: tensor<?xf32, #relax.dims<[m]>>) -> tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>> {
  %s = relax.shape [1, m] : !relax.shape<[1, m]>
  %0 = relax.image.resize2d %x, %s {coordinate_transformation_mode = "asymmetric"} : (tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, n]>>, !relax.shape<[1, m]>) -> tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>>
  relax.return %0 : tensor<1x1x1x?xf32, #relax.dims<[1, 1, 1, m]>>
}
