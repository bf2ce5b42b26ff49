// Few, long rows: pieces of rows first, then what they give.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,tir-default-gpu-schedule --tolerance=1e-4

// 2 rows of 40,000: pieces that do not come out even.
// CHECK-LABEL: tir.func private @sum(
// CHECK:       memref.alloc() : memref<4x2xf32>
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c8
// CHECK:         arith.select
// CHECK:       tir.for thread_binding "blockIdx.x"
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @rows(%x: tensor<2x40001xf32>) -> tensor<2xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<2x40001xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// All of a matrix; the result keeps its axes.
// CHECK-LABEL: tir.func private @max(
// CHECK:       memref.alloc() : memref<4xi32>
// CHECK-NOT:   arith.select
// CHECK:       gpu.shuffle
relax.func @even(%x: tensor<256x128xi32>) -> tensor<1x1xi32> {
  %0 = relax.max %x {keepdims = true} : (tensor<256x128xi32>) -> tensor<1x1xi32>
  relax.return %0 : tensor<1x1xi32>
}

// Of unknown length, perhaps none.
// CHECK-LABEL: tir.func private @prod(
// CHECK:       memref.alloc() : memref<512xf32>
// CHECK:       arith.select
// CHECK:       tir.return
relax.func @unknown(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32> {
  %0 = relax.prod %x : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// Short, or many: one kernel.
// CHECK-LABEL: tir.func private @sum_0(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK-LABEL: tir.func private @sum_1(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
relax.func @short(%x: tensor<2x1000xf32>) -> tensor<2xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<2x1000xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
relax.func @many(%x: tensor<?x20000xf32, #relax.dims<[n, 20000]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<?x20000xf32, #relax.dims<[n, 20000]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// A few long rows that several nests go through: each is for all of a GPU, what
// is between two reductions as well.
// CHECK-LABEL: tir.func private @nn_softmax(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c8
// CHECK:         gpu.shuffle
// CHECK:       blockIdx
// CHECK:         arith.maximumf
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c79
// CHECK:         math.exp
// CHECK-NOT:     gpu.shuffle
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c8
// CHECK:         gpu.shuffle
// CHECK:       blockIdx
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c79
// CHECK:         arith.divf
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @softmax(%x: tensor<2x40000xf32>) -> tensor<2x40000xf32> {
  %0 = relax.nn.softmax %x : tensor<2x40000xf32>
  relax.return %0 : tensor<2x40000xf32>
}
