// Of a padded copy no more is filled than its padding.
// RUN: relax-opt %s --relax-legalize-ops > %t.program
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-5
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: FileCheck %s --check-prefix=SCRIPT < %t.schedule
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s

// SCRIPT: transform.tir.fill_padding

// No loop goes through all 2 * 18 * 18 elements; a line in front, a column each.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK-NOT: memref<648xf32>
// CHECK: memref.store %cst, {{.*}}memref<2x18x18xf32>
// CHECK-NOT: memref<648xf32>
// CHECK: arith.mulf
// CHECK: tir.return
relax.func @dense(%x: tensor<1x2x16x16xf32>, %w: tensor<4x2x3x3xf32>) -> tensor<1x4x16x16xf32> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x2x16x16xf32>, tensor<4x2x3x3xf32>) -> tensor<1x4x16x16xf32>
  relax.return %0 : tensor<1x4x16x16xf32>
}

// Images of any number and size.
// CHECK-LABEL: tir.func private @nn_conv2d_0(
// CHECK-COUNT-4: memref.store %cst, {{.*}}xf32>
// CHECK: tir.return
relax.func @convolution(%x: tensor<?x4x?x?xf32, #relax.dims<[n, 4, h, w]>>, %w: tensor<4x1x3x3xf32>) -> tensor<?x4x?x?xf32, #relax.dims<[n, 4, h, w]>> {
  %0 = relax.nn.conv2d %x, %w {groups = 4 : i64, padding = array<i64: 1, 1, 1, 1>} : (tensor<?x4x?x?xf32, #relax.dims<[n, 4, h, w]>>, tensor<4x1x3x3xf32>) -> tensor<?x4x?x?xf32, #relax.dims<[n, 4, h, w]>>
  relax.return %0 : tensor<?x4x?x?xf32, #relax.dims<[n, 4, h, w]>>
}
