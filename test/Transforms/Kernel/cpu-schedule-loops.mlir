// Blocks with loops: the lanes of a vector go through them together.
// RUN: relax-opt %s --split-input-file --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}"

// Running sums along columns: eight vectors of columns at once, as rows of one
// have half a cache line each.
// CHECK-LABEL: @columns
// CHECK: tir.for vectorized %[[LANE:.*]] = %{{.*}} to %c64
// CHECK: tir.for %[[ROW:.*]] = %c1 to
// CHECK: memref.load %{{.*}}[%[[ROW]], %[[COLUMN:.*]]] : memref<100x512xf32>
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[ROW]], %[[COLUMN]]] : memref<100x512xf32>
tir.func @columns(%x: memref<100x512xf32>, %y: memref<100x512xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %c512 = arith.constant 512 : index
  tir.for %j = %c0 to %c512 {
    tir.block "scan" iters(%vj : spatial = %j in %c512) reads(%x, %y : memref<100x512xf32>, memref<100x512xf32>) writes(%y : memref<100x512xf32>) {
      %first = memref.load %x[%c0, %vj] : memref<100x512xf32>
      memref.store %first, %y[%c0, %vj] : memref<100x512xf32>
      tir.for %i = %c1 to %c100 {
        %before = arith.subi %i, %c1 : index
        %sum = memref.load %y[%before, %vj] : memref<100x512xf32>
        %next = memref.load %x[%i, %vj] : memref<100x512xf32>
        %0 = arith.addf %sum, %next : f32
        memref.store %0, %y[%i, %vj] : memref<100x512xf32>
      }
    }
  }
  tir.return
}

// -----

// Rows are updated at places that are read: those are alike for all lanes. No
// wider vectors of 72 columns, as they would leave more columns for the end.
// CHECK-LABEL: @update_rows
// CHECK: tir.for vectorized %{{.*}} = %{{.*}} to %c8
// CHECK: tir.for
// CHECK: memref.load %{{.*}} : memref<5xi64>
// CHECK: tir.if
// CHECK: memref.store
tir.func @update_rows(%places: memref<5xi64>, %more: memref<5x72xf32>, %y: memref<9x72xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %c72 = arith.constant 72 : index
  %zero = arith.constant 0.0 : f32
  tir.for %j = %c0 to %c72 {
    tir.block "update" iters(%vj : spatial = %j in %c72) reads(%places, %more, %y : memref<5xi64>, memref<5x72xf32>, memref<9x72xf32>) writes(%y : memref<9x72xf32>) {
      tir.for %i = %c0 to %c9 {
        memref.store %zero, %y[%i, %vj] : memref<9x72xf32>
      }
      tir.for %i = %c0 to %c5 {
        %0 = memref.load %places[%i] : memref<5xi64>
        %place = arith.index_cast %0 : i64 to index
        %isInside = arith.cmpi ult, %place, %c9 : index
        tir.if %isInside {
          %old = memref.load %y[%place, %vj] : memref<9x72xf32>
          %new = memref.load %more[%i, %vj] : memref<5x72xf32>
          %sum = arith.addf %old, %new : f32
          memref.store %sum, %y[%place, %vj] : memref<9x72xf32>
        }
      }
    }
  }
  tir.return
}

// -----

// A loop that is longer for some lanes, and one that stores in other rows for
// each: not together.
// CHECK-LABEL: @lengths
// CHECK-NOT: vectorized
tir.func @lengths(%lengths: memref<64xi64>, %y: memref<9x64xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  tir.for %j = %c0 to %c64 {
    tir.block "fill" iters(%vj : spatial = %j in %c64) reads(%lengths : memref<64xi64>) writes(%y : memref<9x64xf32>) {
      %0 = memref.load %lengths[%vj] : memref<64xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = arith.minui %1, %c9 : index
      tir.for %i = %c0 to %c9 {
        memref.store %zero, %y[%i, %vj] : memref<9x64xf32>
      }
      tir.for %i = %c0 to %2 {
        memref.store %one, %y[%i, %vj] : memref<9x64xf32>
      }
    }
  }
  tir.return
}

// -----

// CHECK-LABEL: @other_rows
// CHECK-NOT: vectorized
tir.func @other_rows(%places: memref<64xi64>, %y: memref<9x64xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  tir.for %j = %c0 to %c64 {
    tir.block "mark" iters(%vj : spatial = %j in %c64) reads(%places : memref<64xi64>) writes(%y : memref<9x64xf32>) {
      tir.for %i = %c0 to %c9 {
        memref.store %zero, %y[%i, %vj] : memref<9x64xf32>
      }
      %0 = memref.load %places[%vj] : memref<64xi64>
      %1 = arith.index_cast %0 : i64 to index
      %isInside = arith.cmpi ult, %1, %c9 : index
      tir.if %isInside {
        memref.store %one, %y[%1, %vj] : memref<9x64xf32>
      }
    }
  }
  tir.return
}
