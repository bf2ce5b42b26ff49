// Many elements along memory: 128 bits a thread.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,tir-default-gpu-schedule

// Axes that lie together are one.
// CHECK-LABEL: tir.func private @add(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c64
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK-NOT:       tir.if
// CHECK:           tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK-NOT:         arith.remui
// CHECK:             arith.addf
relax.func @flat(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = relax.add %x, %y : tensor<256x256xf32>
  relax.return %0 : tensor<256x256xf32>
}

// Of unknown size: vectors that are whole, and a rest.
// CHECK-LABEL: tir.func private @nn_relu(
// CHECK:       tir.for thread_binding "blockIdx.x"
// CHECK:         tir.for thread_binding "threadIdx.x"
// CHECK:           tir.if
// CHECK:             tir.if
// CHECK:               tir.for vectorized %{{.*}} = %c0{{.*}} to %c8
// CHECK-NOT:           tir.if
// CHECK:             } else {
// CHECK:               tir.for %{{.*}} = %c0{{.*}} to %c7
// CHECK:                 tir.if
// CHECK:                   arith.maximumf
relax.func @unknown(%x: tensor<?x?xf16, #relax.dims<[n, m]>>) -> tensor<?x?xf16, #relax.dims<[n, m]>> {
  %0 = relax.nn.relu %x : tensor<?x?xf16, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf16, #relax.dims<[n, m]>>
}

// Of more elements than 4096 blocks do at once: rounds, all of them whole.
// CHECK-LABEL: tir.func private @nn_relu_0(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c4096
// CHECK-NEXT:    tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK-NEXT:      tir.for %{{.*}} = %c0{{.*}} to %c2
// CHECK:             tir.if
// CHECK:               tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK-NOT:         else
// CHECK:       tir.return
relax.func @rounds(%x: tensor<1200x4096xf32>) -> tensor<1200x4096xf32> {
  %0 = relax.nn.relu %x : tensor<1200x4096xf32>
  relax.return %0 : tensor<1200x4096xf32>
}

// A row for all rows: vectors along the last axis, also of half the width.
// CHECK-LABEL: tir.func private @multiply(
// CHECK:             tir.for vectorized %{{.*}} = %c0{{.*}} to %c2
relax.func @row(%x: tensor<512x130xf64>, %y: tensor<130xf64>) -> tensor<512x130xf64> {
  %0 = relax.multiply %x, %y : (tensor<512x130xf64>, tensor<130xf64>) -> tensor<512x130xf64>
  relax.return %0 : tensor<512x130xf64>
}

// Rows of three elements, few elements, and truth values: one a thread.
// CHECK-LABEL: tir.func private @multiply_1(
// CHECK-NOT:   vectorized
// CHECK-LABEL: tir.func private @add_2(
// CHECK-NOT:   vectorized
// CHECK-LABEL: tir.func private @logical_not(
// CHECK-NOT:   vectorized
relax.func @narrow(%x: tensor<30000x3xf32>, %y: tensor<3xf32>) -> tensor<30000x3xf32> {
  %0 = relax.multiply %x, %y : (tensor<30000x3xf32>, tensor<3xf32>) -> tensor<30000x3xf32>
  relax.return %0 : tensor<30000x3xf32>
}
relax.func @few(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = relax.add %x, %y : tensor<16x16xf32>
  relax.return %0 : tensor<16x16xf32>
}
relax.func @truth(%x: tensor<65536xi1>) -> tensor<65536xi1> {
  %0 = relax.logical_not %x : tensor<65536xi1>
  relax.return %0 : tensor<65536xi1>
}

// Rows of unknown length that a row is added to: vectors do not leave a row,
// and the last one of a row may be a part of one.
// CHECK-LABEL: tir.func private @add_3(
// CHECK:       tir.for thread_binding "threadIdx.x"
// CHECK:         arith.divui
// CHECK:         arith.remui
// CHECK:         tir.if
// CHECK:           tir.if
// CHECK:             tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK-NOT:         tir.if
// CHECK:           } else {
// CHECK:             tir.for %{{.*}} = %c0{{.*}} to %c3
relax.func @rows(%x: tensor<?x?xf32, #relax.dims<[n, m]>>, %y: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.add %x, %y : (tensor<?x?xf32, #relax.dims<[n, m]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}
