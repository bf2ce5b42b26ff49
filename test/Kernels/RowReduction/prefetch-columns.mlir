// Tiles of rows fetch the words of the next columns of a matrix that no near
// cache holds.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope | FileCheck %s

// Ten tiles of rows, with a tenth of 1024 steps each; behind the last columns
// and steps is nothing.
// CHECK-LABEL: tir.func @words(
// CHECK: tir.for parallel
// CHECK: %[[NEXT:.*]] = arith.minui %{{.*}}, %c240
// CHECK: tir.for %{{.*}} to %c103
// CHECK: %[[STEP:.*]] = arith.minui %{{.*}}, %c1023
// CHECK: %[[BLOCK:.*]] = arith.divui %[[NEXT]], %c16
// CHECK: %[[INSIDE:.*]] = arith.remui %[[NEXT]], %c16
// CHECK: memref.prefetch %arg1[%[[BLOCK]], %[[STEP]], %[[INSIDE]]], read, locality<2>, data
// CHECK: tir.dot2_s16
tir.func @words(%x: memref<60x1024xi32>, %w: memref<16x1024x16xi32>, %y: memref<60x256xi32>) attributes {num_inputs = 2 : i64} {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %rows = arith.constant 60 : index
  %columns = arith.constant 256 : index
  %steps = arith.constant 1024 : index
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %l = %c0 to %steps {
        tir.block "product" iters(%m : spatial = %i in %rows, %n : spatial = %j in %columns, %g : reduce = %l in %steps) reads(%x, %w : memref<60x1024xi32>, memref<16x1024x16xi32>) writes(%y : memref<60x256xi32>) {
          tir.init {
            memref.store %zero, %y[%m, %n] : memref<60x256xi32>
          }
          %block = arith.divui %n, %c16 : index
          %inside = arith.remui %n, %c16 : index
          %sum = memref.load %y[%m, %n] : memref<60x256xi32>
          %a = memref.load %x[%m, %g] : memref<60x1024xi32>
          %b = memref.load %w[%block, %g, %inside] : memref<16x1024x16xi32>
          %p = tir.dot2_s16 %a, %b : i32
          %next = arith.addi %sum, %p : i32
          memref.store %next, %y[%m, %n] : memref<60x256xi32>
        }
      }
    }
  }
  tir.return
}

// A matrix that is in a near cache after the first rows; few tiles of rows;
// floats, whose steps have no room for it.
// CHECK-NOT: memref.prefetch
tir.func @near(%x: memref<60x1024xi32>, %w: memref<15x1024x16xi32>, %y: memref<60x240xi32>) attributes {num_inputs = 2 : i64} {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %rows = arith.constant 60 : index
  %columns = arith.constant 240 : index
  %steps = arith.constant 1024 : index
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %l = %c0 to %steps {
        tir.block "product" iters(%m : spatial = %i in %rows, %n : spatial = %j in %columns, %g : reduce = %l in %steps) reads(%x, %w : memref<60x1024xi32>, memref<15x1024x16xi32>) writes(%y : memref<60x240xi32>) {
          tir.init {
            memref.store %zero, %y[%m, %n] : memref<60x240xi32>
          }
          %block = arith.divui %n, %c16 : index
          %inside = arith.remui %n, %c16 : index
          %sum = memref.load %y[%m, %n] : memref<60x240xi32>
          %a = memref.load %x[%m, %g] : memref<60x1024xi32>
          %b = memref.load %w[%block, %g, %inside] : memref<15x1024x16xi32>
          %p = tir.dot2_s16 %a, %b : i32
          %next = arith.addi %sum, %p : i32
          memref.store %next, %y[%m, %n] : memref<60x240xi32>
        }
      }
    }
  }
  tir.return
}

tir.func @few(%x: memref<42x1024xi32>, %w: memref<16x1024x16xi32>, %y: memref<42x256xi32>) attributes {num_inputs = 2 : i64} {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %rows = arith.constant 42 : index
  %columns = arith.constant 256 : index
  %steps = arith.constant 1024 : index
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %l = %c0 to %steps {
        tir.block "product" iters(%m : spatial = %i in %rows, %n : spatial = %j in %columns, %g : reduce = %l in %steps) reads(%x, %w : memref<42x1024xi32>, memref<16x1024x16xi32>) writes(%y : memref<42x256xi32>) {
          tir.init {
            memref.store %zero, %y[%m, %n] : memref<42x256xi32>
          }
          %block = arith.divui %n, %c16 : index
          %inside = arith.remui %n, %c16 : index
          %sum = memref.load %y[%m, %n] : memref<42x256xi32>
          %a = memref.load %x[%m, %g] : memref<42x1024xi32>
          %b = memref.load %w[%block, %g, %inside] : memref<16x1024x16xi32>
          %p = tir.dot2_s16 %a, %b : i32
          %next = arith.addi %sum, %p : i32
          memref.store %next, %y[%m, %n] : memref<42x256xi32>
        }
      }
    }
  }
  tir.return
}

tir.func @floats(%x: memref<60x1024xf32>, %w: memref<16x1024x16xf32>, %y: memref<60x256xf32>) attributes {num_inputs = 2 : i64} {
  %zero = arith.constant 0.000000e+00 : f32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %rows = arith.constant 60 : index
  %columns = arith.constant 256 : index
  %steps = arith.constant 1024 : index
  tir.for %i = %c0 to %rows {
    tir.for %j = %c0 to %columns {
      tir.for %l = %c0 to %steps {
        tir.block "product" iters(%m : spatial = %i in %rows, %n : spatial = %j in %columns, %g : reduce = %l in %steps) reads(%x, %w : memref<60x1024xf32>, memref<16x1024x16xf32>) writes(%y : memref<60x256xf32>) {
          tir.init {
            memref.store %zero, %y[%m, %n] : memref<60x256xf32>
          }
          %block = arith.divui %n, %c16 : index
          %inside = arith.remui %n, %c16 : index
          %sum = memref.load %y[%m, %n] : memref<60x256xf32>
          %a = memref.load %x[%m, %g] : memref<60x1024xf32>
          %b = memref.load %w[%block, %g, %inside] : memref<16x1024x16xf32>
          %p = arith.mulf %a, %b : f32
          %next = arith.addf %sum, %p : f32
          memref.store %next, %y[%m, %n] : memref<60x256xf32>
        }
      }
    }
  }
  tir.return
}
