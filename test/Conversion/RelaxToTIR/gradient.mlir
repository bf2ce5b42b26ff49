// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: relax-interp %s --split-input-file --before-after="relax-legalize-ops,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Entries may take the same slice, so they are a loop inside a block.
// CHECK-LABEL: tir.func private @grad_take_backward
// CHECK: tir.block "zero"
// CHECK: tir.block "take_backward" iters(%[[C:.*]] : spatial
// CHECK: tir.for %[[I:.*]] =
// CHECK: tir.if
// CHECK: memref.load %{{.*}}[%[[I]], %[[C]]] : memref<2x4xf32>
relax.func @taken(%g: tensor<2x4xf32>, %x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %i = relax.constant dense<[2, 2]> : tensor<2xi64>
  %0 = relax.grad.take_backward %g, %x, %i {axis = 0 : i64} : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// Narrow floats are accumulated in f32.
// CHECK-LABEL: tir.func private @grad_avg_pool2d_backward
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<1x2x6x6xf32>
// CHECK: tir.block "pool_backward"
// CHECK: tir.block "narrow"
relax.func @mean(%g: tensor<1x2x2x2xf16>, %x: tensor<1x2x6x6xf16>) -> tensor<1x2x6x6xf16> {
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilation = array<i64: 3, 3>} : (tensor<1x2x2x2xf16>, tensor<1x2x6x6xf16>) -> tensor<1x2x6x6xf16>
  relax.return %0 : tensor<1x2x6x6xf16>
}

// -----

// Which channels there are is known at run time: they are compared then.
// CHECK-LABEL: tir.func private @grad_max_pool2d_backward
// CHECK: tir.assert %{{.*}}, "axis 1 of the gradient has another size than the operand's"
// CHECK: tir.block "pool_backward"
relax.func @most(%g: tensor<1x?x2x2xf32, #relax.dims<[1, d, 2, 2]>>, %x: tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>) -> tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>> {
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x?x2x2xf32, #relax.dims<[1, d, 2, 2]>>, tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>) -> tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>
  relax.return %0 : tensor<1x?x4x4xf32, #relax.dims<[1, c, 4, 4]>>
}
