// Windows: neighbouring threads have neighbouring ones, each a thread's.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-5

// CHECK-LABEL: tir.func private @nn_max_pool2d(
// CHECK:       tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK:         tir.for thread_binding "threadIdx.y" %{{.*}} = %c0{{.*}} to %c1
// CHECK-NOT:   workgroup
// CHECK:       tir.return
relax.func @pool(%x: tensor<?x2x9x9xf32, #relax.dims<[n, 2, 9, 9]>>) -> tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : (tensor<?x2x9x9xf32, #relax.dims<[n, 2, 9, 9]>>) -> tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>>
  relax.return %0 : tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>>
}

// Each channel by itself.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK:       tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK:         tir.for thread_binding "threadIdx.y" %{{.*}} = %c0{{.*}} to %c1
// CHECK-NOT:   workgroup
// CHECK:       tir.return
relax.func @depthwise(%x: tensor<?x4x9x9xf32, #relax.dims<[n, 4, 9, 9]>>, %w: tensor<4x1x3x3xf32>) -> tensor<?x4x9x9xf32, #relax.dims<[n, 4, 9, 9]>> {
  %0 = relax.nn.conv2d %x, %w {groups = 4 : i64, padding = array<i64: 1, 1, 1, 1>} : (tensor<?x4x9x9xf32, #relax.dims<[n, 4, 9, 9]>>, tensor<4x1x3x3xf32>) -> tensor<?x4x9x9xf32, #relax.dims<[n, 4, 9, 9]>>
  relax.return %0 : tensor<?x4x9x9xf32, #relax.dims<[n, 4, 9, 9]>>
}
