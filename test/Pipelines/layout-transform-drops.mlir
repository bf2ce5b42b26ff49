// Elements that a map sends outside of the result, whose size is known when the program runs, are dropped.
// RUN: not relax-interp %s --input="2x3xf32=1 2 3 4 5 6" --input=5xf32=0 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: relax-run %s --input="2x3xf32=1 2 3 4 5 6" --input=5xf32=0 --output=- | FileCheck %s
// RUN: relax-run %s --input="2x3xf32=1 2 3 4 5 6" --input=8xf32=0 --output=- | FileCheck %s --check-prefix=MORE
// RUN: relax-opt %s --relax-legalize-ops | FileCheck %s --check-prefix=FORM
// REPORT: expects elements to have places in axis 0 of the result, of size 5, but element (0, 0) goes to -1
// CHECK: [2, 3, 4, 5, 6]
// MORE: [2, 3, 4, 5, 6, 9, 9, 9]
// FORM: tir.block "move"
// FORM: arith.andi
// FORM: tir.if
relax.func @main(%x: tensor<2x3xf32>, %like: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (i * 3 + j - 1)>, pad_value = 9 : i64} : (tensor<2x3xf32>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
