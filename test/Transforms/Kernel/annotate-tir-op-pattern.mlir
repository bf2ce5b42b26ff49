// RUN: relax-opt %s -relax-annotate-tir-op-pattern | FileCheck %s
// RUN: relax-opt %s -relax-annotate-tir-op-pattern -relax-annotate-tir-op-pattern | FileCheck %s
// RUN: %same-results=relax-annotate-tir-op-pattern

// CHECK: @copy({{.*}}op_pattern = 0 : i64
tir.func private @copy(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    tir.block "copy" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
      %0 = memref.load %x[%v] : memref<8xf32>
      memref.store %0, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}

// A function without blocks is opaque.
// CHECK: @opaque({{.*}}op_pattern = 8 : i64
tir.func private @opaque(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  tir.return
}

// What is written down stays.
// CHECK: @said({{.*}}op_pattern = 4 : i64
tir.func private @said(%y: memref<8xf32>) attributes {num_inputs = 0 : i64, op_pattern = 4 : i64} {
  tir.return
}
