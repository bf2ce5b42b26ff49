// What other rules do better, or nothing is known of: not row by row.
// RUN: relax-opt %s --tir-default-gpu-schedule=skip-rules=matmul,tensor-matmul | FileCheck %s
// RUN: %same-results=tir-default-gpu-schedule --tolerance=1e-5

// Many rows times many columns: each element would be loaded again and again.
// CHECK-LABEL: tir.func private @product(
// CHECK-NOT:   workgroup
// CHECK:       tir.return
tir.func private @product(%x: memref<16x64xf32>, %w: memref<64x16xf32>, %y: memref<16x16xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c16 {
    tir.for %j = %c0 to %c16 {
      tir.for %k = %c0 to %c64 {
        tir.block "B" iters(%a : spatial = %i in %c16, %b : spatial = %j in %c16, %c : reduce = %k in %c64) reads(%x, %w : memref<16x64xf32>, memref<64x16xf32>) writes(%y : memref<16x16xf32>) {
          tir.init {
            memref.store %f, %y[%a, %b] : memref<16x16xf32>
          }
          %0 = memref.load %y[%a, %b] : memref<16x16xf32>
          %1 = memref.load %x[%a, %c] : memref<16x64xf32>
          %2 = memref.load %w[%c, %b] : memref<64x16xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %y[%a, %b] : memref<16x16xf32>
        }
      }
    }
  }
  tir.return
}

// Steps whose order matters.
// CHECK-LABEL: tir.func private @difference(
// CHECK-NOT:   workgroup
// CHECK:       tir.return
tir.func private @difference(%x: memref<16x64xf32>, %y: memref<16xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c16 {
    tir.for %k = %c0 to %c64 {
      tir.block "B" iters(%a : spatial = %i in %c16, %c : reduce = %k in %c64) reads(%x : memref<16x64xf32>) writes(%y : memref<16xf32>) {
        tir.init {
          memref.store %f, %y[%a] : memref<16xf32>
        }
        %0 = memref.load %y[%a] : memref<16xf32>
        %1 = memref.load %x[%a, %c] : memref<16x64xf32>
        %2 = arith.subf %1, %0 : f32
        memref.store %2, %y[%a] : memref<16xf32>
      }
    }
  }
  tir.return
}

// Sums of rows that another nest uses for other rows: two kernels.
// CHECK-LABEL: tir.func private @turned(
// CHECK:       blockIdx
// CHECK:       blockIdx
// CHECK:       tir.return
tir.func private @turned(%x: memref<16x64xf32>, %y: memref<16xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<16xf32>
  tir.for %i = %c0 to %c16 {
    tir.for %k = %c0 to %c64 {
      tir.block "B" iters(%a : spatial = %i in %c16, %c : reduce = %k in %c64) reads(%x : memref<16x64xf32>) writes(%s : memref<16xf32>) {
        tir.init {
          memref.store %f, %s[%a] : memref<16xf32>
        }
        %0 = memref.load %s[%a] : memref<16xf32>
        %1 = memref.load %x[%a, %c] : memref<16x64xf32>
        %2 = arith.addf %1, %0 : f32
        memref.store %2, %s[%a] : memref<16xf32>
      }
    }
  }
  tir.for %i = %c0 to %c16 {
    tir.block "C" iters(%a : spatial = %i in %c16) reads(%s : memref<16xf32>) writes(%y : memref<16xf32>) {
      %b = arith.subi %c15, %a : index
      %0 = memref.load %s[%b] : memref<16xf32>
      memref.store %0, %y[%a] : memref<16xf32>
    }
  }
  tir.return
}
