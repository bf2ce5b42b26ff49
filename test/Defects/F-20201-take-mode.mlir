// The mode of a take is kept: what is out of range is the last element.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=3xf32=1,2,3 --input=2xi64=7,-5 | FileCheck %s

// CHECK: f32[2] = [3, 1]
relax.func @main(%x: tensor<3xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  %0 = relax.take %x, %i {axis = 0 : i64, mode = "clip"} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
