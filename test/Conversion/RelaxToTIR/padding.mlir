// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// CHECK-LABEL: relax.func @constant
// CHECK: %[[FILL:.*]] = arith.constant 2.500000e+00 : f32
// CHECK: tir.block "border"
// CHECK: memref.store %[[FILL]]
// CHECK: tir.block "pad" iters(%[[I:.*]] : spatial = {{.*}}, %[[J:.*]] : spatial
// CHECK: %[[PLACE:.*]] = arith.addi %[[J]]
// CHECK: memref.load %{{.*}}[%[[I]], %[[J]]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[PLACE]]]
relax.func @constant(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x7xf32, #relax.dims<[n, 7]>> {
  %0 = relax.nn.pad %x {pad_width = array<i64: 0, 0, 1, 2>, pad_value = 2.5} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x7xf32, #relax.dims<[n, 7]>>
  relax.return %0 : tensor<?x7xf32, #relax.dims<[n, 7]>>
}

// -----

// A negative width leaves elements away.
// CHECK-LABEL: relax.func @crop
// CHECK: tir.block "pad" iters(%[[I:.*]] : spatial
// CHECK: %[[PLACE:.*]] = arith.addi %[[I]]
// CHECK: memref.load %{{.*}}[%[[PLACE]]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
relax.func @crop(%x: tensor<4xf32>) -> tensor<5xf32> {
  %0 = relax.nn.pad %x {pad_width = array<i64: -1, 2>} : (tensor<4xf32>) -> tensor<5xf32>
  relax.return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: relax.func @edge
// CHECK: tir.block "pad"
// CHECK: arith.minsi
// CHECK: arith.maxsi
relax.func @edge(%x: tensor<4xf32>) -> tensor<7xf32> {
  %0 = relax.nn.pad %x {pad_width = array<i64: 1, 2>, pad_mode = "replicate"} : (tensor<4xf32>) -> tensor<7xf32>
  relax.return %0 : tensor<7xf32>
}

// -----

// CHECK-LABEL: relax.func @reflect
// CHECK: tir.block "pad"
// CHECK: arith.remsi
// CHECK: arith.minsi
relax.func @reflect(%x: tensor<4xf32>) -> tensor<7xf32> {
  %0 = relax.nn.pad %x {pad_width = array<i64: 1, 2>, pad_mode = "reflect"} : (tensor<4xf32>) -> tensor<7xf32>
  relax.return %0 : tensor<7xf32>
}

// -----

// CHECK-LABEL: relax.func @circular
// CHECK: tir.block "pad"
// CHECK: arith.remsi
// CHECK-NOT: arith.minsi
relax.func @circular(%x: tensor<4xf32>) -> tensor<7xf32> {
  %0 = relax.nn.pad %x {pad_width = array<i64: 1, 2>, pad_mode = "circular"} : (tensor<4xf32>) -> tensor<7xf32>
  relax.return %0 : tensor<7xf32>
}
