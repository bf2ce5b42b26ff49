// Kernels in blocks of output channels that no cache holds. The interpreter
// would take minutes for them: integration-axis-order and
// integration-architectures execute such convolutions.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-cpu-schedule=vector-bits=512 --tir-verify-well-formed > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=512 | diff %t -

// A large kernel: all rows for some channels, then the next ones. Rows that are
// a page apart are few.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: memref.alloc() : memref<6x64xf32>
relax.func private @large(%x: tensor<1x12x12x1024xf32>, %w: tensor<16x1x1x1024x16xf32>) -> tensor<1x12x12x256xf32> {
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<1x12x12x1024xf32>, tensor<16x1x1x1024x16xf32>) -> tensor<1x12x12x256xf32>
  relax.return %0 : tensor<1x12x12x256xf32>
}
