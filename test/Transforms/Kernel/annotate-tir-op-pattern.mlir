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

// A choice of values does not hide which elements are read.
// CHECK: @concat({{.*}}op_pattern = 2 : i64
tir.func private @concat(%x: memref<8xf32>, %y: memref<4xf32>, %z: memref<12xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  tir.for %i = %c0 to %c12 {
    tir.block "concat" iters(%v : spatial = %i in %c12) reads(%x, %y : memref<8xf32>, memref<4xf32>) writes(%z : memref<12xf32>) {
      %first = arith.cmpi slt, %v, %c8 : index
      %0 = scf.if %first -> (f32) {
        %1 = memref.load %x[%v] : memref<8xf32>
        scf.yield %1 : f32
      } else {
        %1 = arith.subi %v, %c8 : index
        %2 = memref.load %y[%1] : memref<4xf32>
        scf.yield %2 : f32
      }
      memref.store %0, %z[%v] : memref<12xf32>
    }
  }
  tir.return
}
