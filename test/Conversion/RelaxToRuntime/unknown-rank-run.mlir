// Tensors of unknown rank or dtype, and shapes of unknown rank, in a program
// that runs: what is not known is asked when it runs.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --list | FileCheck %s --check-prefix=LIST
// RUN: relax-run %t.so --function=same --input="1x2xi8=1 2" | FileCheck %s --check-prefix=SAME
// RUN: relax-run %t.so --function=same --input=bool=1 | FileCheck %s --check-prefix=BOOL
// RUN: relax-run %t.so --function=cast --input=2x4xf32=1 | FileCheck %s --check-prefix=CAST
// RUN: not relax-run %t.so --function=cast --input=2x3xf32 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not relax-run %t.so --function=cast --input=2x4xf16 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not relax-run %t.so --function=cast --input=4xf32 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: relax-run %t.so --function=shape --input=2x4xf32 | FileCheck %s --check-prefix=SHAPE
// RUN: relax-run %t.so --function=shape --input=f32 | FileCheck %s --check-prefix=SCALAR
// RUN: not relax-run %t.so --function=shape --input=f16 2>&1 | FileCheck %s --check-prefix=PARAMETER
// RUN: relax-run %t.so --function=shape_cast --input="2xi64=3 6" | FileCheck %s --check-prefix=VALUES
// RUN: not relax-run %t.so --function=shape_cast --input="2xi64=3 7" 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not relax-run %t.so --function=shape_cast --input="3xi64=3 7 1" 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: relax-run %t.so --function=sizes --input=3x2xf16=2 | FileCheck %s --check-prefix=SIZES
// RUN: not relax-run %t.so --function=sizes --input=3x3xf16 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: relax-run %t.so --function=call --input=3x2xf32=0 | FileCheck %s --check-prefix=CALL
// RUN: relax-run %t.so --function=choose --input=bool=1 --input=2xf32=4 --input=3xf32 | FileCheck %s --check-prefix=THEN
// RUN: relax-run %t.so --function=choose --input=bool=0 --input=2xf32=4 --input=3xf32 | FileCheck %s --check-prefix=ELSE
// RUN: relax-run %t.so --function=inspect --input=3x2xbf16 --input=i64=0 | FileCheck %s --check-prefix=INSPECT
// RUN: not relax-run %t.so --function=inspect --input=3x2xbf16 --input=i64=2 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: relax-run %t.so --function=count --input=3x2xbf16 | FileCheck %s --check-prefix=COUNT
// RUN: relax-run %t.so --function=values --input="3xi64=2 1 5" | FileCheck %s --check-prefix=LIST_OF
// RUN: relax-run %t.so --function=print --input="2xi32=2 1" | FileCheck %s --check-prefix=PRINT
// RUN: relax-run %t.so --function=reshape --input=2x3xf32=1 --input=3x2xi8 | FileCheck %s --check-prefix=RESHAPE
// RUN: not relax-run %t.so --function=reshape --input=2x3xf32=1 --input=7xi8 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// RUN: relax-run %t.so --function=planned --input="3xf32=1 2 3" --input="2xi64=3 1" | FileCheck %s --check-prefix=PLANNED

// The interpreter gives the same.
// RUN: relax-interp %s --function=planned --input="3xf32=1 2 3" --input="2xi64=3 1" | FileCheck %s --check-prefix=PLANNED
// RUN: relax-interp %s --function=reshape --input=2x3xf32=1 --input=3x2xi8 | FileCheck %s --check-prefix=RESHAPE
// RUN: relax-interp %s --function=same --input="1x2xi8=1 2" | FileCheck %s --check-prefix=SAME
// RUN: relax-interp %s --function=cast --input=2x4xf32=1 | FileCheck %s --check-prefix=CAST
// RUN: relax-interp %s --function=call --input=3x2xf32=0 | FileCheck %s --check-prefix=CALL
// RUN: relax-interp %s --function=inspect --input=3x2xbf16 --input=i64=0 | FileCheck %s --check-prefix=INSPECT

// LIST: same(arg0: ?[*]) -> (?[*])
// LIST: shape_cast(arg0: shape[*]) -> (shape[rank 2])
// LIST: sizes(arg0: ?[n, 2]) -> (shape[rank 1], ?[*], i64)
// SAME: output 0: i8[1, 2] = {{\[\[}}1, 2]]
// BOOL: output 0: bool[] = true
relax.func @same(%x: tensor<*x!relax.unknown>) -> tensor<*x!relax.unknown> {
  relax.return %x : tensor<*x!relax.unknown>
}

// CAST: output 0: f32[2, 4] = {{\[\[}}2, 2, 2, 2], [2, 2, 2, 2]]
// SIZE: function 'cast', match_cast of 'lv': expected dim 1 to be 4, found 3
// DTYPE: function 'cast', match_cast of 'lv': expected dtype f32, found f16
// RANK: function 'cast', match_cast of 'lv': expected rank 2, found 1
relax.func @cast(%x: tensor<*x!relax.unknown>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %y = relax.match_cast %x : tensor<*x!relax.unknown> to tensor<?x4xf32, #relax.dims<[n, 4]>> loc("lv")
  %z = relax.add %y, %y : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %z : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// SHAPE: output 0: i64[2] = [2, 4]
// SCALAR: output 0: i64[0] = []
// PARAMETER: function 'shape', parameter 'arg0' (index 0): expected dtype f32, found f16
relax.func @shape(%x: tensor<*xf32>) -> !relax.shape<?> {
  %s = relax.shape_of %x : tensor<*xf32> -> !relax.shape<?>
  relax.return %s : !relax.shape<?>
}

// VALUES: output 0: i64[2] = [3, 6]
// VALUE: match_cast of a value: expected dim 1 to be n * 2 = 6, found 7
// LENGTH: match_cast of a value: expected rank 2, found 3
relax.func @shape_cast(%s: !relax.shape<?>) -> !relax.shape<[n, n * 2]> {
  %t = relax.match_cast %s : !relax.shape<?> to !relax.shape<[n, n * 2]>
  relax.return %t : !relax.shape<[n, n * 2]>
}

// SIZES: output 0: i64[1] = [3]
// SIZES: output 1: f16[3, 2] = {{.*}}2, 2]
// SIZES: output 2: i64[] = 16
// DIM: function 'sizes', parameter 'arg0' (index 0): expected dim 1 to be 2, found 3
relax.func @sizes(%x: tensor<?x2x!relax.unknown, #relax.dims<[n, 2]>>) -> (!relax.shape<[n]>, tensor<*x!relax.unknown>, i64) {
  %s = relax.shape [n] : !relax.shape<[n]>
  %b = relax.inspect.tensor_dtype_bits %x : tensor<?x2x!relax.unknown, #relax.dims<[n, 2]>> -> i64
  %c = relax.match_cast %x : tensor<?x2x!relax.unknown, #relax.dims<[n, 2]>> to tensor<*x!relax.unknown>
  relax.return %s, %c, %b : !relax.shape<[n]>, tensor<*x!relax.unknown>, i64
}

// CALL: output 0: f32[3, 2] = {{.*}}1, 1]
// CALL: output 1: i64[2] = [3, 2]
relax.func private @callee(%x: tensor<*xf32>) -> tuple<tensor<*xf32>, !relax.shape<?>> {
  %s = relax.shape_of %x : tensor<*xf32> -> !relax.shape<?>
  %t = relax.tuple %x, %s : (tensor<*xf32>, !relax.shape<?>) -> tuple<tensor<*xf32>, !relax.shape<?>>
  relax.return %t : tuple<tensor<*xf32>, !relax.shape<?>>
}
relax.func @call(%x: tensor<3x2xf32>) -> (tensor<*xf32>, tensor<?xi64>) {
  %e = relax.exp %x : tensor<3x2xf32>
  %t = relax.call @callee(%e) : (tensor<3x2xf32>) -> tuple<tensor<*xf32>, !relax.shape<?>>
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<*xf32>, !relax.shape<?>> -> tensor<*xf32>
  %1 = relax.tuple_get_item %t[1] : tuple<tensor<*xf32>, !relax.shape<?>> -> !relax.shape<?>
  %2 = relax.shape_to_tensor %1 : !relax.shape<?> -> tensor<?xi64>
  relax.return %0, %2 : tensor<*xf32>, tensor<?xi64>
}

// THEN: output 0: f32[2] = [4, 4]
// ELSE: output 0: f32[3] = [1, 1, 1]
relax.func @choose(%c: i1, %x: tensor<*xf32>, %y: tensor<3xf32>) -> tensor<*xf32> {
  %r = relax.if %c : i1 -> tensor<*xf32> {
    relax.yield %x : tensor<*xf32>
  } else {
    %e = relax.exp %y : tensor<3xf32>
    relax.yield %e : tensor<3xf32>
  }
  relax.return %r : tensor<*xf32>
}

// INSPECT: output 0: i64[] = 2
// INSPECT: output 1: i64[] = 4
// INSPECT: output 2: i64[] = 16
// INSPECT: output 3: i64[] = 1
// INSPECT: output 4: i64[] = 3
// INSPECT: output 5: i64[] = 2
// INSPECT: output 6: i64[] = 0
// AXIS: function 'inspect': expected an axis of a tensor of rank 2, found 2
relax.func @inspect(%x: tensor<*x!relax.unknown>, %i: i64) -> (i64, i64, i64, i64, i64, i64, i64) {
  %0 = relax.inspect.tensor_ndim %x : tensor<*x!relax.unknown> -> i64
  %1 = relax.inspect.tensor_dtype_code %x : tensor<*x!relax.unknown> -> i64
  %2 = relax.inspect.tensor_dtype_bits %x : tensor<*x!relax.unknown> -> i64
  %3 = relax.inspect.tensor_dtype_lanes %x : tensor<*x!relax.unknown> -> i64
  %4 = relax.inspect.tensor_shape_i %x, %i : tensor<*x!relax.unknown>, i64 -> i64
  %5 = relax.inspect.tensor_stride_i %x, %i : tensor<*x!relax.unknown>, i64 -> i64
  %6 = relax.inspect.tensor_elem_offset %x : tensor<*x!relax.unknown> -> i64
  relax.return %0, %1, %2, %3, %4, %5, %6 : i64, i64, i64, i64, i64, i64, i64
}

// COUNT: output 0: i64[] = 6
relax.func @count(%x: tensor<*x!relax.unknown>) -> tensor<i64> {
  %0 = relax.size %x : tensor<*x!relax.unknown> -> tensor<i64>
  relax.return %0 : tensor<i64>
}

// LIST_OF: output 0: i64[3] = [2, 1, 5]
relax.func @values(%x: tensor<?xi64>) -> !relax.shape<?> {
  %0 = relax.tensor_to_shape %x : tensor<?xi64> -> !relax.shape<?>
  relax.return %0 : !relax.shape<?>
}

// PRINT: x is [2, 1]
relax.func impure @print(%x: tensor<*x!relax.unknown>) {
  relax.print "x is {}"(%x) : tensor<*x!relax.unknown>
  relax.return
}

// RESHAPE: output 0: f32[3, 2] = {{.*}}1, 1], [1, 1], [1, 1]]
// RESHAPE: output 1: f32[6] = [1, 1, 1, 1, 1, 1]
// ELEMENTS: function 'reshape': a reshape changes the number of elements: expected 6, found 7
relax.func @reshape(%x: tensor<2x3xf32>, %y: tensor<*xi8>) -> (tensor<*xf32>, tensor<6xf32>) {
  %0 = relax.shape_of %y : tensor<*xi8> -> !relax.shape<?>
  %1 = relax.reshape %x, %0 : (tensor<2x3xf32>, !relax.shape<?>) -> tensor<*xf32>
  %2 = relax.shape [6] : !relax.shape<[6]>
  %3 = relax.reshape %1, %2 : (tensor<*xf32>, !relax.shape<[6]>) -> tensor<6xf32>
  relax.return %1, %3 : tensor<*xf32>, tensor<6xf32>
}

// A planned tensor of another shape is given back as a copy, twice; what was
// planned ends with the call.
// PLANNED: output 0: f32[3, 1] = {{\[\[}}2], [4], [6]]
// PLANNED: output 1: f32[3] = [2, 4, 6]
// PLANNED: output 2: f32[3, 1] = {{\[\[}}3], [6], [9]]
relax.func @planned(%x: tensor<3xf32>, %r: tensor<?xi64, #relax.dims<[k]>>) -> (tensor<*xf32>, tensor<3xf32>, tensor<*xf32>) {
  %0 = relax.add %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = relax.tensor_to_shape %r : tensor<?xi64, #relax.dims<[k]>> -> !relax.shape<?>
  %2 = relax.reshape %0, %1 : (tensor<3xf32>, !relax.shape<?>) -> tensor<*xf32>
  %3 = relax.add %x, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %4 = relax.reshape %3, %1 : (tensor<3xf32>, !relax.shape<?>) -> tensor<*xf32>
  relax.return %2, %0, %4 : tensor<*xf32>, tensor<3xf32>, tensor<*xf32>
}
