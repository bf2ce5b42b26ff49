// Lines of an image and the places in them are one axis where its kernels are
// in blocks: tiles go on in the next line.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule="vector-bits=256 show-steps=true" 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=32 | FileCheck %s --check-prefix=SCALAR
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=n=2,h=3,w=5
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=n=1,h=7,w=1
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5 --dims=n=1,h=2,w=2

// STEPS: tile_reduction
// 49 places in tiles of five: what tiles compute twice is 1, not 5 as of six.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: memref.alloc() : memref<5x16xf32>
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : index
// CHECK-DAG: arith.divui %{{.*}}, %[[SEVEN]] : index
// CHECK-DAG: arith.remui %{{.*}}, %[[SEVEN]] : index
// No tile of a whole block where a vector is one element.
// SCALAR-LABEL: tir.func private @nn_conv2d(
// SCALAR-NOT: memref.alloc() : memref<{{[0-9]+}}x16xf32>
// SCALAR: tir.return
relax.func @known(%x: tensor<1x7x7x8xf32>, %w: tensor<1x3x3x8x16xf32>) -> tensor<1x7x7x16xf32> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<1x7x7x8xf32>, tensor<1x3x3x8x16xf32>) -> tensor<1x7x7x16xf32>
  relax.return %0 : tensor<1x7x7x16xf32>
}

// Tiles end with lines of twelve places.
// CHECK-LABEL: tir.func private @nn_conv2d_0(
// CHECK: memref.alloc() : memref<6x16xf32>
// CHECK-NOT: arith.remui %{{.*}}, %c12
// CHECK: tir.return
relax.func @whole(%x: tensor<1x5x12x64xf32>, %w: tensor<1x1x1x64x16xf32>) -> tensor<1x3x12x16xf32> {
  %0 = relax.nn.conv2d %x, %w {strides = array<i64: 2, 1>, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<1x5x12x64xf32>, tensor<1x1x1x64x16xf32>) -> tensor<1x3x12x16xf32>
  relax.return %0 : tensor<1x3x12x16xf32>
}

// Of unknown size: one division for a tile, as the next place is beside the
// last or begins a line; tiles of one place where there are fewer than six.
// CHECK-LABEL: tir.func private @nn_conv2d_1(
// CHECK: tir.if
// CHECK: memref.alloc() : memref<6x16xf32>
// CHECK: tir.for %
// CHECK: %[[ROW:.*]] = arith.minui
// CHECK: arith.divui %[[ROW]], %[[WIDTH:.*]] : index
// CHECK: %[[PLACE:.*]] = arith.remui %[[ROW]], %[[WIDTH]] : index
// CHECK: %[[NEXT:.*]] = arith.addi %[[PLACE]], %{{.*}} : index
// CHECK: %[[ENDS:.*]] = arith.cmpi eq, %[[NEXT]], %[[WIDTH]] : index
// CHECK: arith.select %[[ENDS]], %{{.*}}, %[[NEXT]] : index
// CHECK-NOT: arith.divui %{{.*}}, %[[WIDTH]]
// CHECK: } else {
// CHECK: memref.alloc() : memref<1x16xf32>
relax.func @unknown(%x: tensor<?x?x?x32xf32, #relax.dims<[n, h, w, 32]>>, %w: tensor<1x3x3x32x16xf32>) -> tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<?x?x?x32xf32, #relax.dims<[n, h, w, 32]>>, tensor<1x3x3x32x16xf32>) -> tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>>
  relax.return %0 : tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>>
}

// Heavy work on the sums is a loop over the rows of a tile.
// CHECK-LABEL: tir.func private @fused_nn_conv2d_1_tanh
// CHECK: math.tanh
relax.func @heavy(%x: tensor<?x?x?x32xf32, #relax.dims<[n, h, w, 32]>>, %w: tensor<1x3x3x32x16xf32>) -> tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>> {
  %0 = relax.dataflow -> tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>> {
    %1 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<?x?x?x32xf32, #relax.dims<[n, h, w, 32]>>, tensor<1x3x3x32x16xf32>) -> tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>>
    %2 = relax.tanh %1 : tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>>
    relax.output %2 : tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>>
  }
  relax.return %0 : tensor<?x?x?x16xf32, #relax.dims<[n, h, w, 16]>>
}
