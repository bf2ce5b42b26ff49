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

// A block that finishes what another one reduced: work on each element can
// follow in its loops. A mean and a variance are reduced side by side.
// CHECK: @norm({{.*}}op_pattern = 4 : i64
tir.func private @norm(%x: memref<4x8xf32>, %y: memref<4x8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  tir.for %i = %c0 to %c4 {
    tir.for %k = %c0 to %c8 {
      tir.block "sums" iters(%vi : spatial = %i in %c4, %vk : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%s, %q : memref<4xf32>, memref<4xf32>) {
        tir.init {
          memref.store %zero, %s[%vi] : memref<4xf32>
          memref.store %zero, %q[%vi] : memref<4xf32>
        }
        %0 = memref.load %x[%vi, %vk] : memref<4x8xf32>
        %1 = memref.load %s[%vi] : memref<4xf32>
        %2 = arith.addf %1, %0 : f32
        memref.store %2, %s[%vi] : memref<4xf32>
        %3 = memref.load %q[%vi] : memref<4xf32>
        %4 = arith.mulf %0, %0 : f32
        %5 = arith.addf %3, %4 : f32
        memref.store %5, %q[%vi] : memref<4xf32>
      }
    }
  }
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c8 {
      tir.block "norm" iters(%vi : spatial = %i in %c4, %vj : spatial = %j in %c8) reads(%x, %s, %q : memref<4x8xf32>, memref<4xf32>, memref<4xf32>) writes(%y : memref<4x8xf32>) {
        %0 = memref.load %x[%vi, %vj] : memref<4x8xf32>
        %1 = memref.load %s[%vi] : memref<4xf32>
        %2 = memref.load %q[%vi] : memref<4xf32>
        %3 = arith.subf %0, %1 : f32
        %4 = arith.divf %3, %2 : f32
        memref.store %4, %y[%vi, %vj] : memref<4x8xf32>
      }
    }
  }
  tir.return
}

// Stores at two places are opaque.
// CHECK: @both({{.*}}op_pattern = 8 : i64
tir.func private @both(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    tir.block "both" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y, %z : memref<8xf32>, memref<8xf32>) {
      %0 = memref.load %x[%v] : memref<8xf32>
      memref.store %0, %y[%v] : memref<8xf32>
      %1 = arith.subi %c7, %v : index
      memref.store %0, %z[%1] : memref<8xf32>
    }
  }
  tir.return
}

// An axis that `keepdims` keeps has one value, and hides no element.
// CHECK: @keeps_axis({{.*}}op_pattern = 3 : i64
tir.func private @keeps_axis(%x: memref<4x6xf32>, %y: memref<1x6xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  tir.for %a = %c0 to %c1 {
    tir.for %i = %c0 to %c6 {
      tir.for %k = %c0 to %c4 {
        tir.block "sum" iters(%va : spatial = %a in %c1, %vi : spatial = %i in %c6, %vk : reduce = %k in %c4) reads(%x : memref<4x6xf32>) writes(%y : memref<1x6xf32>) {
          tir.init {
            memref.store %zero, %y[%va, %vi] : memref<1x6xf32>
          }
          %0 = memref.load %y[%va, %vi] : memref<1x6xf32>
          %1 = memref.load %x[%vk, %vi] : memref<4x6xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%va, %vi] : memref<1x6xf32>
        }
      }
    }
  }
  tir.return
}
