// What follows a reduction over axes of one value, which it indexes by 0 or not
// at all, is done with each tile.
// RUN: relax-opt %s --split-input-file --tir-default-cpu-schedule="vector-bits=128 show-steps" --verify-diagnostics > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --split-input-file --tir-default-cpu-schedule=vector-bits=128 | diff %t -
// RUN: relax-interp %s --split-input-file --before-after=tir-default-cpu-schedule{vector-bits=128} --tolerance=1e-5

// The bias has an iterator over one row, but reads row 0.
// CHECK-LABEL: tir.func @zero
// CHECK: memref.alloc() : memref<1x8xf32>
// CHECK-NOT: memref.alloc()
// CHECK: tir.return
tir.func @zero(%x: memref<1x6xf32>, %w: memref<6x8xf32>, %b: memref<8xf32>, %y: memref<1x8xf32>) attributes {num_inputs = 3 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<1x8xf32>
  tir.for %i = %c0 to %c1 {
    tir.for %j = %c0 to %c8 {
      tir.for %k = %c0 to %c6 {
        // expected-remark @+1 {{is scheduled as by 'transform.tir.tile_reduction %matmul with %add lanes = 4 overlap'}}
        tir.block "matmul" iters(%a : spatial = %i in %c1, %d : spatial = %j in %c8, %e : reduce = %k in %c6) reads(%x, %w : memref<1x6xf32>, memref<6x8xf32>) writes(%t : memref<1x8xf32>) {
          tir.init {
            memref.store %zero, %t[%a, %d] : memref<1x8xf32>
          }
          %0 = memref.load %t[%a, %d] : memref<1x8xf32>
          %1 = memref.load %x[%a, %e] : memref<1x6xf32>
          %2 = memref.load %w[%e, %d] : memref<6x8xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          memref.store %4, %t[%a, %d] : memref<1x8xf32>
        }
      }
    }
  }
  tir.for %i = %c0 to %c1 {
    tir.for %j = %c0 to %c8 {
      tir.block "add" iters(%a : spatial = %i in %c1, %d : spatial = %j in %c8) reads(%t, %b : memref<1x8xf32>, memref<8xf32>) writes(%y : memref<1x8xf32>) {
        %z = arith.constant 0 : index
        %0 = memref.load %t[%z, %d] : memref<1x8xf32>
        %1 = memref.load %b[%d] : memref<8xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%a, %d] : memref<1x8xf32>
      }
    }
  }
  tir.return
}

// -----

// The block after it has no iterator over the rows.
// CHECK-LABEL: tir.func @none
// CHECK-NOT: memref.alloc() : memref<{{.*}}8xf32>
// CHECK: tir.return
tir.func @none(%x: memref<1x8x6xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<1x8xf32>
  tir.for %i = %c0 to %c1 {
    tir.for %j = %c0 to %c8 {
      tir.for %k = %c0 to %c6 {
        // expected-remark @+1 {{with %exp}}
        tir.block "sum" iters(%a : spatial = %i in %c1, %d : spatial = %j in %c8, %e : reduce = %k in %c6) reads(%x : memref<1x8x6xf32>) writes(%t : memref<1x8xf32>) {
          tir.init {
            memref.store %zero, %t[%a, %d] : memref<1x8xf32>
          }
          %0 = memref.load %t[%a, %d] : memref<1x8xf32>
          %1 = memref.load %x[%a, %d, %e] : memref<1x8x6xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %t[%a, %d] : memref<1x8xf32>
        }
      }
    }
  }
  tir.for %j = %c0 to %c8 {
    tir.block "exp" iters(%d : spatial = %j in %c8) reads(%t : memref<1x8xf32>) writes(%y : memref<8xf32>) {
      %z = arith.constant 0 : index
      %0 = memref.load %t[%z, %d] : memref<1x8xf32>
      %1 = math.exp %0 : f32
      memref.store %1, %y[%d] : memref<8xf32>
    }
  }
  tir.return
}

// -----

// Another row of several is no result of the block before.
// CHECK-LABEL: tir.func @other
// CHECK: memref.alloc() : memref<2x4xf32>
tir.func @other(%x: memref<2x4x6xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<2x4xf32>
  tir.for %i = %c0 to %c2 {
    tir.for %j = %c0 to %c4 {
      tir.for %k = %c0 to %c6 {
        // expected-remark @+1 {{%sum lanes}}
        tir.block "sum" iters(%a : spatial = %i in %c2, %d : spatial = %j in %c4, %e : reduce = %k in %c6) reads(%x : memref<2x4x6xf32>) writes(%t : memref<2x4xf32>) {
          tir.init {
            memref.store %zero, %t[%a, %d] : memref<2x4xf32>
          }
          %0 = memref.load %t[%a, %d] : memref<2x4xf32>
          %1 = memref.load %x[%a, %d, %e] : memref<2x4x6xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %t[%a, %d] : memref<2x4xf32>
        }
      }
    }
  }
  tir.for %j = %c0 to %c4 {
    // expected-remark @+1 {{is scheduled by primitives}}
    tir.block "exp" iters(%d : spatial = %j in %c4) reads(%t : memref<2x4xf32>) writes(%y : memref<4xf32>) {
      %z = arith.constant 0 : index
      %0 = memref.load %t[%z, %d] : memref<2x4xf32>
      %1 = math.exp %0 : f32
      memref.store %1, %y[%d] : memref<4xf32>
    }
  }
  tir.return
}
