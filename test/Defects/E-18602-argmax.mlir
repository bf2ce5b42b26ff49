// The index of the maximum compiles, and runs.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=2x3xf32=1,5,3,9,2,9 | FileCheck %s

// CHECK: i64[2] = [1, 0]
relax.func @main(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2xi64>
  relax.return %0 : tensor<2xi64>
}
