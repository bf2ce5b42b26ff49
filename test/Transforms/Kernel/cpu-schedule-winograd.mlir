// Convolutions by tiles of results go block by block of tiles where there are
// several, with buffers of one block; else nest by nest.
// RUN: relax-opt %s --relax-use-winograd=tile=4 --relax-legalize-ops --relax-convert-to-dataflow --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' --mlir-print-local-scope | FileCheck %s
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256 show-steps' 2>&1 >/dev/null | FileCheck %s --check-prefix=STEPS
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-4
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=512}' --tolerance=1e-4

// STEPS: is scheduled as by 'transform.tir.tile_winograd %winograd_input, %winograd_product, %winograd_output, %conv bits = 256'
// STEPS-NOT: tile_winograd
// STEPS: is scheduled as by 'transform.tir.tile_reduction %winograd_product
// STEPS: is scheduled as by 'transform.tir.tile_winograd %winograd_input, %winograd_product, %winograd_output, %relu bits = 256'

// A batch that is not known.
// CHECK-LABEL: tir.func private @conv2d_winograd(
// CHECK: tir.for parallel
// CHECK-DAG: memref.alloc() : memref<36x11x8xf32>
// CHECK: tir.return
relax.func @unknown_batch(%i: tensor<?x18x46x8xi32, #relax.dims<[n, 18, 46, 8]>>) -> tensor<?x16x44x16xf32, #relax.dims<[n, 16, 44, 16]>> {
  %x = relax.astype %i {dtype = f32} : (tensor<?x18x46x8xi32, #relax.dims<[n, 18, 46, 8]>>) -> tensor<?x18x46x8xf32, #relax.dims<[n, 18, 46, 8]>>
  %w = relax.constant dense<0.5> : tensor<16x8x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<?x18x46x8xf32, #relax.dims<[n, 18, 46, 8]>>, tensor<16x8x3x3xf32>) -> tensor<?x16x44x16xf32, #relax.dims<[n, 16, 44, 16]>>
  relax.return %0 : tensor<?x16x44x16xf32, #relax.dims<[n, 16, 44, 16]>>
}

// One block: threads share its nests.
// CHECK-LABEL: tir.func private @conv2d_winograd_0(
// CHECK: memref.alloc() : memref<1x1x36x4x8xf32>
relax.func @one_block(%i: tensor<1x8x8x8xi32>) -> tensor<1x8x8x16xf32> {
  %x = relax.astype %i {dtype = f32} : (tensor<1x8x8x8xi32>) -> tensor<1x8x8x8xf32>
  %w = relax.constant dense<0.5> : tensor<16x8x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x8x8x8xf32>, tensor<16x8x3x3xf32>) -> tensor<1x8x8x16xf32>
  relax.return %0 : tensor<1x8x8x16xf32>
}

// Five blocks, the last of which has fewer lines than the others.
// CHECK-LABEL: tir.func private @fused_conv2d_winograd_1_nn_relu(
// CHECK-NOT: memref<1x5x36x12x16xf32>
// CHECK: tir.for parallel
// CHECK-COUNT-2: memref.alloc() : memref<36x12x16xf32>
// CHECK: memref.alloc() : memref<4x48x16xf32>
// CHECK-NOT: tir.for parallel
// CHECK: tir.return
relax.func @one(%i: tensor<1x19x45x16xi32>) -> tensor<1x19x45x16xf32> {
  %x = relax.astype %i {dtype = f32} : (tensor<1x19x45x16xi32>) -> tensor<1x19x45x16xf32>
  %w = relax.constant dense<0.5> : tensor<16x16x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x19x45x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x19x45x16xf32>
  %1 = relax.nn.relu %0 : (tensor<1x19x45x16xf32>) -> tensor<1x19x45x16xf32>
  relax.return %1 : tensor<1x19x45x16xf32>
}
