// Whole programs at run time: conditionals, calls, shapes, tuples, results that
// are parameters or constants, and what is checked only then.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=i1=1 --input=2xf32=1 --input=3xf32=2 --input=4xf32=0 --input=1xi64=5 | FileCheck %s --check-prefixes=CHECK,THEN
// RUN: relax-run %t.so --function=main --input=i1=0 --input=2xf32=1 --input=3xf32=2 --input=4xf32=0 --input=1xi64=5 | FileCheck %s --check-prefixes=CHECK,ELSE
// RUN: not relax-run %t.so --function=main --input=i1=1 --input=2xf32=1 --input=3xf32=2 --input=5xf32=0 --input=1xi64=5 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: relax-run %t.so --function=reshape --input=2x3xf32=1 --input=2xi64=3,2 | FileCheck %s --check-prefix=RESHAPE
// RUN: not relax-run %t.so --function=reshape --input=2x3xf32=1 --input=2xi64=4,2 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not relax-run %t.so --function=reshape --input=2x3xf32=1 --input=2xi64=-3,-2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: relax-run %t.so --function=cast --input=4x2xf32=1 | FileCheck %s --check-prefix=CAST
// RUN: not relax-run %t.so --function=cast --input=4x3xf32=1 2>&1 | FileCheck %s --check-prefix=MISCAST
// RUN: not relax-run %t.so --function=shrink --input=3xf32=1 2>&1 | FileCheck %s --check-prefix=SHRINK

// THEN: output 0: f32[2] = [7.38906, 7.38906]
// ELSE: output 0: f32[3] = [4, 4, 4]
// CHECK: output 1: f32[2] = [2.71828, 2.71828]
// CHECK: output 2: f32[2] = [2.71828, 2.71828]
// CHECK: output 3: i64[1] = [3]
// CHECK: output 4: i64[2] = [5, 2]
// CHECK: output 5: i64[] = 11
// CHECK: output 6: i64[] = 3
// CHECK: output 7: f32[2] = [1, 1]
// CHECK: output 8: i32[4] = [1, 2, 3, 4]
// DIM: function 'main', parameter 'arg3.0' (index 3): expected dim 0 to be n * 2 = 4, found 5
relax.func private @helper(%x: tensor<?xf32, #relax.dims<[n]>>, %s: !relax.shape<[m]>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<1xi64>) {
  %0 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.shape_to_tensor %s : !relax.shape<[m]> -> tensor<1xi64>
  relax.return %0, %1 : tensor<?xf32, #relax.dims<[n]>>, tensor<1xi64>
}
relax.func @main(%c: tensor<i1>, %x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32>, %t: tuple<tensor<?xf32, #relax.dims<[n * 2]>>, !relax.shape<[k]>>) -> (tensor<?xf32>, tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, tensor<1xi64>, !relax.shape<[k, n]>, i64, tensor<i64>, tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>>) {
  %0 = relax.if %c : tensor<i1> -> tensor<?xf32> {
    %1 = relax.add %x, %x : tensor<?xf32, #relax.dims<[n]>>
    %2 = relax.exp %1 : tensor<?xf32, #relax.dims<[n]>>
    relax.yield %2 : tensor<?xf32, #relax.dims<[n]>>
  } else {
    %1 = relax.match_cast %y : tensor<?xf32> to tensor<?xf32, #relax.dims<[m]>>
    %2 = relax.add %1, %1 : tensor<?xf32, #relax.dims<[m]>>
    relax.yield %2 : tensor<?xf32, #relax.dims<[m]>>
  }
  %s = relax.shape_of %y : tensor<?xf32> -> !relax.shape<rank 1>
  %s2 = relax.match_cast %s : !relax.shape<rank 1> to !relax.shape<[q]>
  %3:2 = relax.call @helper(%x, %s2) : (tensor<?xf32, #relax.dims<[n]>>, !relax.shape<[q]>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<1xi64>)
  %4 = relax.shape [k, n] : !relax.shape<[k, n]>
  %5 = relax.prim_value k * n + 1 : i64
  %6 = relax.size %y : tensor<?xf32> -> tensor<i64>
  %7 = relax.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %8 = relax.tuple %x, %7 : (tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>) -> tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>>
  relax.return %0, %3#0, %3#0, %3#1, %4, %5, %6, %8 : tensor<?xf32>, tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>, tensor<1xi64>, !relax.shape<[k, n]>, i64, tensor<i64>, tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>>
}

// RESHAPE: output 0: f32[3, 2] =
// NUMBER: function 'reshape': assertion failed: a reshape changes the number of elements
// NEGATIVE: expected dim 0 of a new tensor to be at least 0, found -3
relax.func @reshape(%x: tensor<?x?xf32>, %s: !relax.shape<rank 2>) -> tensor<?x?xf32> {
  %0 = relax.reshape %x, %s : (tensor<?x?xf32>, !relax.shape<rank 2>) -> tensor<?x?xf32>
  relax.return %0 : tensor<?x?xf32>
}

// CAST: output 0: f32[4, 2] =
// MISCAST: function 'cast', match_cast of a value: expected dim 1 to be n floordiv 2 = 2, found 3
relax.func @cast(%x: tensor<?x?xf32>) -> tensor<?x?xf32, #relax.dims<[n, n floordiv 2]>> {
  %0 = relax.match_cast %x : tensor<?x?xf32> to tensor<?x?xf32, #relax.dims<[n, n floordiv 2]>>
  %1 = relax.exp %0 : tensor<?x?xf32, #relax.dims<[n, n floordiv 2]>>
  relax.return %1 : tensor<?x?xf32, #relax.dims<[n, n floordiv 2]>>
}

// A size that turns out negative is an error before anything is written.
// SHRINK: a storage of -8
relax.extern_func @nobody
relax.func @shrink(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n - 5]>> {
  %0 = relax.call_dps_packed @nobody(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n - 5]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n - 5]>>
}
