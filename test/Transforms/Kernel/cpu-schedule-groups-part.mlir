// A result of which channels of groups are a part is not split in blocks.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: tir.func @part(
// CHECK-NOT: memref.expand_shape
// CHECK: tir.return
tir.func @part(%x: memref<9x2xf32>, %w: memref<4x9x8xf32>, %y: memref<64xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c32 {
    tir.for %j = %c0 to %c9 {
      tir.block "sum" iters(%vi : spatial = %i in %c32, %vj : reduce = %j in %c9) reads(%x, %w : memref<9x2xf32>, memref<4x9x8xf32>) writes(%y : memref<64xf32>) {
        tir.init {
          memref.store %zero, %y[%vi] : memref<64xf32>
        }
        %c8 = arith.constant 8 : index
        %c16 = arith.constant 16 : index
        %group = arith.divui %vi, %c16 : index
        %block = arith.divui %vi, %c8 : index
        %place = arith.remui %vi, %c8 : index
        %sum = memref.load %y[%vi] : memref<64xf32>
        %a = memref.load %x[%vj, %group] : memref<9x2xf32>
        %b = memref.load %w[%block, %vj, %place] : memref<4x9x8xf32>
        %product = arith.mulf %a, %b : f32
        %next = arith.addf %sum, %product : f32
        memref.store %next, %y[%vi] : memref<64xf32>
      }
    }
  }
  tir.return
}
