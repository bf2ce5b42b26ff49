// RUN: relax-opt %s -tir-convert-blocks-to-opaque | FileCheck %s
// RUN: relax-opt %s -tir-convert-blocks-to-opaque -tir-convert-blocks-to-opaque | FileCheck %s
// RUN: %same-results=tir-convert-blocks-to-opaque

// The start value is set where nothing is accumulated, too.
// CHECK-LABEL: @sum
// CHECK:      memref.store %{{.*}}, %{{.*}}[] : memref<f32>
// CHECK-NEXT: tir.for
// CHECK-NOT:  tir.block
tir.func private @sum(%x: memref<?xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %n {
    tir.block "sum" iters(%v : reduce = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<f32>) {
      tir.init {
        memref.store %f, %y[] : memref<f32>
      }
      %0 = memref.load %x[%v] : memref<?xf32>
      %1 = memref.load %y[] : memref<f32>
      %2 = arith.addf %1, %0 : f32
      memref.store %2, %y[] : memref<f32>
    }
  }
  tir.return
}

// CHECK-LABEL: @where
// CHECK: tir.if
// CHECK-NEXT: memref.store
tir.func private @where(%y: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c8 {
    %in = arith.cmpi ult, %i, %c7 : index
    tir.block "fill" iters(%v : spatial = %i in %c8) where %in writes(%y : memref<8xf32>) {
      memref.store %f, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}

// CHECK: tir.func private @elsewhere
tir.func private @elsewhere(memref<8xf32>) attributes {num_inputs = 0 : i64}
