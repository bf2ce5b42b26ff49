// Tiles of AMX: what a load brings, products of all signs, and of bf16; loops
// with values.
// RUN: relax-interp %s --each | FileCheck %s

// Rows of four terms, [1, 2, 3, 4] and [0, 255, 0, 255], of which the latter are
// -1 with a sign, by columns of ones and of twos; rows that are two apart.
// CHECK: @integers gives [10, 20, 510, 1020, 10, 20, -2, -4, 1, 2, 3, 4]
tir.func @integers(%y: memref<12xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<2x1xi32>
  %b = memref.alloc() : memref<1x2xi32>
  %rows = memref.alloc() : memref<4xi32>
  %word = arith.constant 0x04030201 : i32
  %bytes = arith.constant 0xff00ff00 : i32
  memref.store %word, %a[%c0, %c0] : memref<2x1xi32>
  memref.store %bytes, %a[%c1, %c0] : memref<2x1xi32>
  %ones = arith.constant 0x01010101 : i32
  %twos = arith.constant 0x02020202 : i32
  memref.store %ones, %b[%c0, %c0] : memref<1x2xi32>
  memref.store %twos, %b[%c0, %c1] : memref<1x2xi32>
  %zero = amx.tile_zero : !amx.tile<2x2xi32>
  %l = amx.tile_load %a[%c0, %c0] : memref<2x1xi32> into !amx.tile<2x4xi8>
  %r = amx.tile_load %b[%c0, %c0] : memref<1x2xi32> into !amx.tile<1x8xi8>
  %0 = amx.tile_muli %l zext, %r, %zero : !amx.tile<2x4xi8>, !amx.tile<1x8xi8>, !amx.tile<2x2xi32>
  amx.tile_store %y[%c0], %0, %c2 : memref<12xi32>, !amx.tile<2x2xi32>
  %1 = amx.tile_muli %l, %r, %zero : !amx.tile<2x4xi8>, !amx.tile<1x8xi8>, !amx.tile<2x2xi32>
  amx.tile_store %y[%c4], %1, %c2 : memref<12xi32>, !amx.tile<2x2xi32>
  tir.for %i = %c0 to %c4 {
    %n = arith.addi %i, %c1 : index
    %v = arith.index_cast %n : index to i32
    memref.store %v, %rows[%i] : memref<4xi32>
  }
  %2 = amx.tile_load %rows[%c0], %c3 : memref<4xi32> into !amx.tile<2x1xi32>
  %3 = amx.tile_load %rows[%c0], %c2 : memref<4xi32> into !amx.tile<2x2xi32>
  amx.tile_store %y[%c8], %3, %c2 : memref<12xi32>, !amx.tile<2x2xi32>
  tir.return
}

// 1 * 2 + 3 * -0.5 to 10, twice; a subnormal sum is zero.
// CHECK: @bfloats gives {{\[\[}}11, 0]]
tir.func @bfloats(%y: memref<1x2xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<1x1xi32>
  %b = memref.alloc() : memref<1x2xi32>
  %left = arith.constant 0x40403f80 : i32
  %right = arith.constant 0xbf004000 : i32
  // 2^-133, which is subnormal.
  %small = arith.constant 0x00000001 : i32
  memref.store %left, %a[%c0, %c0] : memref<1x1xi32>
  memref.store %right, %b[%c0, %c0] : memref<1x2xi32>
  memref.store %small, %b[%c0, %c1] : memref<1x2xi32>
  %ten = arith.constant 10.0 : f32
  %none = arith.constant 0.0 : f32
  memref.store %ten, %y[%c0, %c0] : memref<1x2xf32>
  memref.store %none, %y[%c0, %c1] : memref<1x2xf32>
  %start = amx.tile_load %y[%c0, %c0] : memref<1x2xf32> into !amx.tile<1x2xf32>
  %l = amx.tile_load %a[%c0, %c0] : memref<1x1xi32> into !amx.tile<1x2xbf16>
  %r = amx.tile_load %b[%c0, %c0] : memref<1x2xi32> into !amx.tile<1x4xbf16>
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %start) -> (!amx.tile<1x2xf32>) {
    %n = amx.tile_mulf %l, %r, %s : !amx.tile<1x2xbf16>, !amx.tile<1x4xbf16>, !amx.tile<1x2xf32>
    scf.yield %n : !amx.tile<1x2xf32>
  }
  amx.tile_store %y[%c0, %c0], %sum : memref<1x2xf32>, !amx.tile<1x2xf32>
  tir.return
}

// Values of a loop change places all at once.
// CHECK: @swaps gives [2, 1]
tir.func @swaps(%y: memref<2xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %one, %b = %two) -> (i32, i32) {
    scf.yield %b, %a : i32, i32
  }
  memref.store %r#0, %y[%c0] : memref<2xi32>
  memref.store %r#1, %y[%c1] : memref<2xi32>
  tir.return
}
