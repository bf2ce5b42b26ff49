// A kernel may have the name of a function of the C library that code
// generation calls, as it calls `exp` for the softmax here.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --input=2xf64="1 1" | FileCheck %s
// CHECK: output 0: f64[2] = [0.5, 0.5]
// CHECK: output 1: f64[2] = [3, 3]

tir.func private @exp(%x: memref<2xf64>, %y: memref<2xf64>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f3 = arith.constant 3.0 : f64
  tir.for %i = %c0 to %c2 {
    memref.store %f3, %y[%i] : memref<2xf64>
  }
  tir.return
}
relax.func @main(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %0 = relax.nn.softmax %x : tensor<2xf64>
  %1 = relax.call_tir @exp(%x) : (tensor<2xf64>) -> tensor<2xf64>
  relax.return %0, %1 : tensor<2xf64>, tensor<2xf64>
}
