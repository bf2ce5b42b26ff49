// Views that cannot be, and buffers that the interpreter does not have.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func @outside() attributes {num_inputs = 0 : i64} {
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{expected a view inside of its buffer}}
  %0 = memref.subview %m[%c3][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>
  tir.return
}

tir.func @negative() attributes {num_inputs = 0 : i64} {
  %c = arith.constant -2 : index
  %m = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{expected no negative size of a view, found -2}}
  %0 = memref.subview %m[0][%c][1] : memref<4xf32> to memref<?xf32, strided<[1]>>
  tir.return
}

tir.func @cast() attributes {num_inputs = 0 : i64} {
  %m = memref.alloc() : memref<4xf32>
  %n = memref.cast %m : memref<4xf32> to memref<?xf32>
  // expected-error @+1 {{expects size 5 along axis 0, found 4}}
  %k = memref.cast %n : memref<?xf32> to memref<5xf32>
  tir.return
}

tir.func @collapse() attributes {num_inputs = 0 : i64} {
  %m = memref.alloc() : memref<4x4xf32>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %d = memref.cast %t : memref<4x4xf32, strided<[1, 4]>> to memref<4x4xf32, strided<[?, ?]>>
  // expected-error @+1 {{expected contiguous axes to collapse, found a stride of }}
  %n = memref.collapse_shape %d [[0, 1]] : memref<4x4xf32, strided<[?, ?]>> into memref<16xf32, strided<[?]>>
  tir.return
}

tir.func @expand() attributes {num_inputs = 0 : i64} {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc(%c5) : memref<?xf32>
  // expected-error @+1 {{expands axis 0 of size 5, expected as many elements, found 6}}
  %n = memref.expand_shape %m [[0, 1]] output_shape [%c3, 2] : memref<?xf32> into memref<?x2xf32>
  tir.return
}

tir.func @copy() attributes {num_inputs = 0 : i64} {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc(%c5) : memref<?xf32>
  %n = memref.alloc(%c3) : memref<?xf32>
  // expected-error @+1 {{expected buffers of equal sizes to copy between}}
  memref.copy %m, %n : memref<?xf32> to memref<?xf32>
  tir.return
}

tir.func @layout() attributes {num_inputs = 0 : i64} {
  // expected-error @+1 {{cannot be interpreted: it makes a buffer of type}}
  %m = memref.alloc() : memref<4x4xf32, affine_map<(i, j) -> (j, i)>>
  tir.return
}

memref.global "private" @variable : memref<4xf32> = uninitialized
tir.func @global() attributes {num_inputs = 0 : i64} {
  // expected-error @+1 {{cannot be interpreted: expected a constant buffer with known values}}
  %m = memref.get_global @variable : memref<4xf32>
  tir.return
}

tir.func @view(%y: memref<f32>) attributes {num_inputs = 0 : i64} {
  // expected-error @+1 {{cannot be interpreted: it makes a buffer of type}}
  %m = memref.alloc() : memref<4xvector<4xf32>>
  tir.return
}
