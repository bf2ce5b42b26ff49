// Matmuls of vectors that share an operand, through the whole pipeline.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=3xf32=2 --input=3x2xf32=1 --input=3xf32=3 | FileCheck %s

// CHECK: f32[2] = [6, 6]
// CHECK: f32{{.*}} = 18
relax.func @main(%x: tensor<3xf32>, %a: tensor<3x2xf32>, %b: tensor<3xf32>) -> (tensor<2xf32>, tensor<f32>) {
  %0 = relax.matmul %x, %a : (tensor<3xf32>, tensor<3x2xf32>) -> tensor<2xf32>
  %1 = relax.matmul %x, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  relax.return %0, %1 : tensor<2xf32>, tensor<f32>
}
