// A buffer of a tensor program whose rows have room behind them, as TVM's
// `storage_align` leaves it in a program that it has compacted.
// RUN: relax-interp %s --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s
// RUN: relax-run %s --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s
// CHECK: 3, 2, 1
// CHECK: 6, 5, 4
tir.func private @turn(%x: memref<2x3xf32>, %y: memref<2x3xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %rows = memref.alloc() : memref<2x3xf32, strided<[5, 1]>>
  tir.for %i = %c0 to %c2 {
    tir.for %j = %c0 to %c3 {
      tir.block "copy" iters(%a : spatial = %i in %c2, %b : spatial = %j in %c3) reads(%x : memref<2x3xf32>) writes(%rows : memref<2x3xf32, strided<[5, 1]>>) {
        %0 = memref.load %x[%a, %b] : memref<2x3xf32>
        memref.store %0, %rows[%a, %b] : memref<2x3xf32, strided<[5, 1]>>
      }
    }
  }
  tir.for %i = %c0 to %c2 {
    tir.for %j = %c0 to %c3 {
      tir.block "turn" iters(%a : spatial = %i in %c2, %b : spatial = %j in %c3) reads(%rows : memref<2x3xf32, strided<[5, 1]>>) writes(%y : memref<2x3xf32>) {
        %0 = arith.subi %c2, %b : index
        %1 = memref.load %rows[%a, %0] : memref<2x3xf32, strided<[5, 1]>>
        memref.store %1, %y[%a, %b] : memref<2x3xf32>
      }
    }
  }
  tir.return
}
relax.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = relax.call_tir @turn(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  relax.return %0 : tensor<2x3xf32>
}
