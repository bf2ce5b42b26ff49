// Rows of known sizes along memory: as many elements a thread as 128 bits hold.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-5

// The step with its vectors is in the script.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=file=%t.schedule' > /dev/null
// RUN: FileCheck %s --check-prefix=STEP --input-file=%t.schedule
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program --tir-default-gpu-schedule | diff - %t.script
// STEP: transform.tir.bind_row_reduction {{.*}} rows = 1 lanes = 128 vector = 4

// What is staged in shared memory, loaded from there and stored: all in vectors.
// CHECK-LABEL: tir.func private @nn_softmax(
// CHECK:       blockIdx
// CHECK:         tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK:           memref.store {{.*}} : memref<1x1000xf32, #gpu.address_space<workgroup>>
// CHECK:         tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK:           arith.maximumf
// CHECK:         tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK:           math.exp
// CHECK:         tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK:           arith.divf
// CHECK:           memref.store {{.*}} : memref<3x1000xf32>
// CHECK:       tir.return
relax.func @softmax(%x: tensor<3x1000xf32>) -> tensor<3x1000xf32> {
  %0 = relax.nn.softmax %x : tensor<3x1000xf32>
  relax.return %0 : tensor<3x1000xf32>
}

// Eight of 16 bits: half the threads have them all.
// CHECK-LABEL: tir.func private @max(
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c64
// CHECK:           tir.for vectorized %{{.*}} = %c0{{.*}} to %c8
relax.func @halves(%x: tensor<?x768xf16, #relax.dims<[n, 768]>>) -> tensor<?xf16, #relax.dims<[n]>> {
  %0 = relax.max %x {axis = array<i64: 1>} : (tensor<?x768xf16, #relax.dims<[n, 768]>>) -> tensor<?xf16, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf16, #relax.dims<[n]>>
}

// Rows of a warp's: two elements for each thread.
// CHECK-LABEL: tir.func private @max_0(
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c32
// CHECK:           tir.for vectorized %{{.*}} = %c0{{.*}} to %c2
relax.func @short(%x: tensor<40x64xf32>) -> tensor<40xf32> {
  %0 = relax.max %x {axis = array<i64: 1>} : (tensor<40x64xf32>) -> tensor<40xf32>
  relax.return %0 : tensor<40xf32>
}

// A row a thread.
// CHECK-LABEL: tir.func private @min(
// CHECK:         tir.for thread_binding "threadIdx.y" %{{.*}} = %c0{{.*}} to %c1
// CHECK:           tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
relax.func @shortest(%x: tensor<300x8xi32>) -> tensor<300xi32> {
  %0 = relax.min %x {axis = array<i64: 1>} : (tensor<300x8xi32>) -> tensor<300xi32>
  relax.return %0 : tensor<300xi32>
}

// The last of two axes is a multiple of two.
// CHECK-LABEL: tir.func private @variance(
// CHECK:           tir.for vectorized %{{.*}} = %c0{{.*}} to %c2
relax.func @two_axes(%x: tensor<2x5x6x14xf32>) -> tensor<5xf32> {
  %0 = relax.variance %x {axis = array<i64: 0, 2, 3>} : (tensor<2x5x6x14xf32>) -> tensor<5xf32>
  relax.return %0 : tensor<5xf32>
}

// Places: of the first element of a vector that is like the best.
// CHECK-LABEL: tir.func private @argmax(
// CHECK:           tir.for vectorized
// CHECK:             arith.minsi
relax.func @place(%x: tensor<5x256xf32>) -> tensor<5xi64> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<5x256xf32>) -> tensor<5xi64>
  relax.return %0 : tensor<5xi64>
}

// Pieces of long rows begin at multiples of a vector; all of a matrix goes along
// its rows.
// CHECK-LABEL: tir.func private @sum(
// CHECK:           tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK-LABEL: tir.func private @sum_1(
// CHECK:           tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
relax.func @pieces(%x: tensor<2x40000xf32>) -> tensor<2xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<2x40000xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
relax.func @all(%x: tensor<256x128xf32>) -> tensor<f32> {
  %0 = relax.sum %x : (tensor<256x128xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// Odd rows, rows of unknown size, and neighbouring threads of neighbouring rows:
// one by one.
// CHECK-LABEL: tir.func private @sum_2(
// CHECK-NOT:   vectorized
// CHECK-LABEL: tir.func private @sum_3(
// CHECK-NOT:   vectorized
// CHECK-LABEL: tir.func private @sum_4(
// CHECK-NOT:   vectorized
// CHECK:       tir.return
relax.func @odd(%x: tensor<3x301xf32>) -> tensor<3xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<3x301xf32>) -> tensor<3xf32>
  relax.return %0 : tensor<3xf32>
}
relax.func @unknown(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
relax.func @columns(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = relax.sum %x {axis = array<i64: 0>} : (tensor<64x64xf32>) -> tensor<64xf32>
  relax.return %0 : tensor<64xf32>
}
