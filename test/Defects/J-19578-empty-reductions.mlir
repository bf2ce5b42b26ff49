// A matmul over nothing is 0, a sum 0, a product 1; the zero known or not.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=2x0xf32 --input=0x3xf32 | FileCheck %s
// RUN: relax-run %t.so --function=static | FileCheck %s --check-prefix=STATIC

// CHECK: f32[2, 3] = {{\[}}[0, 0, 0], [0, 0, 0]]
// CHECK: f32[2] = [0, 0]
// CHECK: f32[2] = [1, 1]
// STATIC: f32[2] = [0, 0]
relax.func @main(%x: tensor<2x?xf32, #relax.dims<[2, k]>>, %y: tensor<?x3xf32, #relax.dims<[k, 3]>>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = relax.matmul %x, %y : (tensor<2x?xf32, #relax.dims<[2, k]>>, tensor<?x3xf32, #relax.dims<[k, 3]>>) -> tensor<2x3xf32>
  %1 = relax.sum %x {axis = array<i64: 1>} : (tensor<2x?xf32, #relax.dims<[2, k]>>) -> tensor<2xf32>
  %2 = relax.prod %x {axis = array<i64: 1>} : (tensor<2x?xf32, #relax.dims<[2, k]>>) -> tensor<2xf32>
  relax.return %0, %1, %2 : tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>
}
relax.func @static() -> tensor<2xf32> {
  %s = relax.shape [2, 0] : !relax.shape<[2, 0]>
  %x = relax.ones %s {dtype = f32} : (!relax.shape<[2, 0]>) -> tensor<2x0xf32>
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
