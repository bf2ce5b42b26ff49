// Quotient and rest by a number that the block makes are no line of an image: in
// front of the block nobody knows it yet.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s
// CHECK-LABEL: @made_in_block
// CHECK: memref.dim
// CHECK: arith.divui
// CHECK-LABEL: @of_reduction
// CHECK: arith.addi
// CHECK: arith.divui
tir.func private @made_in_block(%x: memref<?x64xf32>, %k: memref<64x64xf32>, %y: memref<?x64xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %y, %c0 : memref<?x64xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c64 {
      tir.for %l = %c0 to %c64 {
        tir.block "y" iters(%vi : spatial = %i in %n, %vj : spatial = %j in %c64, %vl : reduce = %l in %c64) reads(%x, %k : memref<?x64xf32>, memref<64x64xf32>) writes(%y : memref<?x64xf32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<?x64xf32>
          }
          %c0i = arith.constant 0 : index
          %m = memref.dim %x, %c0i : memref<?x64xf32>
          %a = arith.divui %vi, %m : index
          %b = arith.remui %vi, %m : index
          %t = arith.muli %a, %m : index
          %row = arith.addi %t, %b : index
          %1 = memref.load %x[%row, %vl] : memref<?x64xf32>
          %2 = memref.load %k[%vl, %vj] : memref<64x64xf32>
          %3 = memref.load %y[%vi, %vj] : memref<?x64xf32>
          %4 = arith.mulf %1, %2 : f32
          %5 = arith.addf %3, %4 : f32
          memref.store %5, %y[%vi, %vj] : memref<?x64xf32>
        }
      }
    }
  }
  tir.return
}
tir.func private @of_reduction(%x: memref<?x64xf32>, %k: memref<64x64xf32>, %y: memref<?x64xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %y, %c0 : memref<?x64xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c64 {
      tir.for %l = %c0 to %c64 {
        tir.block "y" iters(%vi : spatial = %i in %n, %vj : spatial = %j in %c64, %vl : reduce = %l in %c64) reads(%x, %k : memref<?x64xf32>, memref<64x64xf32>) writes(%y : memref<?x64xf32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<?x64xf32>
          }
          %c0i = arith.constant 0 : index
          %c1i = arith.constant 1 : index
          %m = arith.addi %vl, %c1i : index
          %a = arith.divui %vi, %m : index
          %b = arith.remui %vi, %m : index
          %t = arith.muli %a, %m : index
          %row = arith.addi %t, %b : index
          %1 = memref.load %x[%row, %vl] : memref<?x64xf32>
          %2 = memref.load %k[%vl, %vj] : memref<64x64xf32>
          %3 = memref.load %y[%vi, %vj] : memref<?x64xf32>
          %4 = arith.mulf %1, %2 : f32
          %5 = arith.addf %3, %4 : f32
          memref.store %5, %y[%vi, %vj] : memref<?x64xf32>
        }
      }
    }
  }
  tir.return
}