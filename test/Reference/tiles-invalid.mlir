// Tiles outside of their buffer, and what is no tile of it.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func @long_row() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4x4xi32>
  // expected-error @+1 {{is out of bounds: a row has elements up to 5 along the last axis, expected at most its size, 4}}
  %0 = amx.tile_load %m[%c0, %c1] : memref<4x4xi32> into !amx.tile<2x4xi32>
  tir.return
}

tir.func @many_rows() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4x4xi32>
  %0 = amx.tile_zero : !amx.tile<2x4xi32>
  // expected-error @+1 {{is out of bounds: rows up to 5, expected at most 4}}
  amx.tile_store %m[%c3, %c0], %0 : memref<4x4xi32>, !amx.tile<2x4xi32>
  tir.return
}

tir.func @far_rows() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<4x4xi32>
  // expected-error @+1 {{is out of bounds: the last row begins at byte 64, expected one in the buffer of 64}}
  %0 = amx.tile_load %m[%c0, %c0], %c8 : memref<4x4xi32> into !amx.tile<3x4xi32>
  tir.return
}

// Four times this stride is 0 in 64 bits.
tir.func @farthest_rows() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %far = arith.constant 4611686018427387904 : index
  %m = memref.alloc() : memref<4x4xi32>
  // expected-error @+1 {{is out of bounds: the last row begins at byte 9223372036854775807, expected one in the buffer of 64}}
  %0 = amx.tile_load %m[%c0, %c0], %far : memref<4x4xi32> into !amx.tile<3x4xi32>
  tir.return
}

tir.func @other_elements() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4x4xi32>
  %0 = amx.tile_zero : !amx.tile<2x4xi8>
  // expected-error @+1 {{cannot be interpreted: expected rows of whole elements of the buffer, which a store does not reinterpret, found '!amx.tile<2x4xi8>' of 'memref<4x4xi32>'}}
  amx.tile_store %m[%c0, %c0], %0 : memref<4x4xi32>, !amx.tile<2x4xi8>
  tir.return
}

tir.func @values() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{cannot be interpreted: expected numbers as its values, found 'memref<4xf32>'}}
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %m) -> (memref<4xf32>) {
    scf.yield %a : memref<4xf32>
  }
  tir.return
}
