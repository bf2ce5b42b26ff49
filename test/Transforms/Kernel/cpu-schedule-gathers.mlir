// Loads from anywhere are done lane by lane where what is loaded is computed
// with; elements that indices of iterators alone pick are copied one by one.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}'

// CHECK-LABEL: tir.func private @take(
// CHECK: tir.for vectorized
// CHECK: %[[INDEX:.*]] = memref.load %arg1[%{{.*}}] : memref<32xi64>
// CHECK: memref.load %arg0
// CHECK: tir.return
relax.func @last(%x: tensor<6x50xf32>, %i: tensor<32xi64>) -> tensor<6x32xf32> {
  %0 = relax.take %x, %i {axis = 1 : i64} : (tensor<6x50xf32>, tensor<32xi64>) -> tensor<6x32xf32>
  relax.return %0 : tensor<6x32xf32>
}

// CHECK-LABEL: tir.func private @image_resize2d(
// CHECK: memref.alloc() : memref<16xindex>
// CHECK: tir.for %{{.*}} to %c3 {
// CHECK: tir.for vectorized
// CHECK-COUNT-4: memref.load %{{.*}} : memref<3x9x9xf32>
// CHECK: tir.return
relax.func @resize(%x: tensor<1x3x9x9xf32>) -> tensor<1x3x16x16xf32> {
  %s = relax.shape [16, 16] : !relax.shape<[16, 16]>
  %0 = relax.image.resize2d %x, %s {method = "linear", layout = "NCHW"} : (tensor<1x3x9x9xf32>, !relax.shape<[16, 16]>) -> tensor<1x3x16x16xf32>
  relax.return %0 : tensor<1x3x16x16xf32>
}

// CHECK-LABEL: tir.func private @repeat(
// CHECK-NOT: tir.for vectorized
// CHECK: tir.return
relax.func @repeats(%x: tensor<6x16xf32>) -> tensor<6x32xf32> {
  %0 = relax.repeat %x {repeats = 2 : i64, axis = 1 : i64} : (tensor<6x16xf32>) -> tensor<6x32xf32>
  relax.return %0 : tensor<6x32xf32>
}
