// Sizes that show when the program runs.
// RUN: relax-opt %s --convert-linalg-to-tir | FileCheck %s
// RUN: relax-opt %s --convert-linalg-to-tir > %t.mlir
// RUN: relax-opt %t.mlir --convert-linalg-to-tir | diff %t.mlir -
// RUN: not relax-interp %s --function=unnamed --input=2xf32=1 --input=3xf32=1 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not relax-interp %s --function=window --input=2xf32=1 --input=3xf32=1 --input=i64=4 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: relax-interp %s --function=window --input=6xf32=1 --input=3xf32=1 --input=i64=4 --output=- | FileCheck %s --check-prefix=FITS
// RUN: relax-compile %s -o %t.so -O0
// RUN: not relax-run %t.so --function=unnamed --input=2xf32=1 --input=3xf32=1 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not relax-run %t.so --function=window --input=2xf32=1 --input=3xf32=1 --input=i64=4 2>&1 | FileCheck %s --check-prefix=WINDOW
// SIZES: error:
// WINDOW: axis 0 of operand #0 of 'conv_1d' is too small for the windows over it
// FITS: 3

// Sizes get names; those that have to agree are compared when the program runs.
// CHECK-LABEL: relax.func @unnamed
// CHECK-DAG: relax.match_cast %arg0 : tensor<?xf32> to tensor<?xf32, #relax.dims<[s0]>>
// CHECK-DAG: relax.match_cast %arg1 : tensor<?xf32> to tensor<?xf32, #relax.dims<[s1]>>
// CHECK: relax.match_cast %{{.*}} : tensor<?xf32, #relax.dims<[s1]>> to tensor<?xf32, #relax.dims<[s0]>>
// CHECK: relax.call_tir @addf
relax.func @unnamed(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %y : tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// A number that is no expression of sizes is named as a shape.
// CHECK-LABEL: relax.func @window
// CHECK: %[[S:.*]] = relax.tensor_to_shape
// CHECK: relax.match_cast %[[S]] : !relax.shape<rank 1> to !relax.shape<[s0]>
// CHECK: relax.call_tir @conv_1d
relax.func @window(%x: tensor<?xf32, #relax.dims<[n]>>, %w: tensor<3xf32>, %m: index) -> tensor<?xf32> {
  %c = arith.constant 0.0 : f32
  %x0 = tensor.cast %x : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %i = linalg.fill ins(%c : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.conv_1d ins(%x0, %w : tensor<?xf32>, tensor<3xf32>) outs(%i : tensor<?xf32>) -> tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// Arithmetic on sizes is an expression.
// CHECK-LABEL: relax.func @half
// CHECK: -> tensor<?xf32, #relax.dims<[(n + 1) floordiv 2]>>
relax.func @half(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32, #relax.dims<[n]>>
  %h = arith.ceildivsi %d, %c2 : index
  %0 = tensor.extract_slice %x[0] [%h] [1] : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// CHECK-LABEL: relax.func @filled
// CHECK: relax.call_tir @fill(%{{.*}}) : (tensor<f32>) -> tensor<?x?xf32, #relax.dims<[s0, s1]>>
relax.func @filled(%n: index, %m: index, %v: f32) -> tensor<?x?xf32> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  relax.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: relax.func @size_of
// CHECK: relax.prim_value n : index
// CHECK: relax.inspect.tensor_shape_i
// CHECK: arith.constant 2 : index
relax.func @size_of(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %x, %c0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = tensor.dim %x, %i : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = tensor.rank %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0, %1, %2 : index, index, index
}
