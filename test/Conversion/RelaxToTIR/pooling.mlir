// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// Every window lies inside: no border.
// CHECK-LABEL: relax.func @inside
// CHECK-NOT: memref.alloc
// CHECK-NOT: "border"
// CHECK: tir.block "pool" iters({{(.* : spatial){4}.*(: reduce){1}.*}}
// CHECK: tir.init
// CHECK: arith.maximumf
relax.func @inside(%x: tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>) -> tensor<?x4x4x4xf32, #relax.dims<[n, 4, 4, 4]>> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>) -> tensor<?x4x4x4xf32, #relax.dims<[n, 4, 4, 4]>>
  relax.return %0 : tensor<?x4x4x4xf32, #relax.dims<[n, 4, 4, 4]>>
}

// -----

// Padding does not count: the border is the least value there is.
// CHECK-LABEL: relax.func @border
// CHECK: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: memref.alloc() : memref<1x4x9xf32>
// CHECK: tir.block "border"
// CHECK: memref.store %[[LOWEST]]
// CHECK: tir.block "pad"
// CHECK: tir.block "pool"
relax.func @border(%x: tensor<1x4x8xf32>) -> tensor<1x4x4xf32> {
  %0 = relax.nn.max_pool1d %x {pool_size = array<i64: 3>, strides = array<i64: 2>, padding = array<i64: 1, 1>} : (tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
  relax.return %0 : tensor<1x4x4xf32>
}

// -----

// Integers have no infinity.
// CHECK-LABEL: relax.func @integers
// CHECK: arith.constant -2147483648 : i32
// CHECK: arith.maxsi
relax.func @integers(%x: tensor<1x2x8x8x8xi32>) -> tensor<1x2x7x7x7xi32> {
  %0 = relax.nn.max_pool3d %x {pool_size = array<i64: 2, 2, 2>} : (tensor<1x2x8x8x8xi32>) -> tensor<1x2x7x7x7xi32>
  relax.return %0 : tensor<1x2x7x7x7xi32>
}

// -----

// Sums in f32; without padding each window has as many elements.
// CHECK-LABEL: relax.func @mean
// CHECK: memref.alloc() : memref<1x4x4x4xf32>
// CHECK: tir.block "pool"
// CHECK: arith.extf
// CHECK: tir.block "mean"
// CHECK: arith.constant 4.000000e+00 : f32
// CHECK: arith.divf
// CHECK: arith.truncf
relax.func @mean(%x: tensor<1x4x8x8xf16>) -> tensor<1x4x4x4xf16> {
  %0 = relax.nn.avg_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x8xf16>) -> tensor<1x4x4x4xf16>
  relax.return %0 : tensor<1x4x4x4xf16>
}

// -----

// At the border a window has fewer elements, which are counted.
// CHECK-LABEL: relax.func @counted
// CHECK: tir.block "mean"
// CHECK: arith.minsi
// CHECK: arith.sitofp
// CHECK: arith.divf
relax.func @counted(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
  %0 = relax.nn.avg_pool1d %x {pool_size = array<i64: 3>, padding = array<i64: 1, 1>} : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  relax.return %0 : tensor<1x4x8xf32>
}

// -----

// With the padding counted it has always as many.
// CHECK-LABEL: relax.func @include_pad
// CHECK: tir.block "mean"
// CHECK-NOT: arith.ceildivsi
// CHECK: arith.constant 2.700000e+01 : f32
relax.func @include_pad(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x8x8x8xf32> {
  %0 = relax.nn.avg_pool3d %x {pool_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 1, 1, 1, 1, 1>, count_include_pad = true} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x8x8x8xf32>
  relax.return %0 : tensor<1x4x8x8x8xf32>
}
