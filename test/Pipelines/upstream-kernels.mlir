// Kernels of upstream's dialects: affine loops, vectors of one axis that may
// pass the end of a buffer.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --input=6xf32='1 2 3 4 5 6' | FileCheck %s
// RUN: relax-compile %s --target=sm_90 --emulate -o %t.so
// RUN: relax-run %t.so --input=6xf32='1 2 3 4 5 6' | FileCheck %s

// CHECK: output 0: f32[6] = [1, 2, 3, 4, 5, 6]
// CHECK: output 1: f32[6] = [1, 2, 3, 4, 5, 6]
// CHECK: output 2: f32[6] = [3, 4, 5, 6, 9, 9]
tir.func private @affine(%x: memref<6xf32>, %y: memref<6xf32>) attributes {num_inputs = 1 : i64} {
  affine.for %i = 0 to 6 {
    %v = affine.load %x[%i] : memref<6xf32>
    affine.store %v, %y[%i] : memref<6xf32>
  }
  tir.return
}
tir.func private @whole(%x: memref<6xf32>, %y: memref<6xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<6xf32>, vector<6xf32>
  vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<6xf32>, memref<6xf32>
  tir.return
}
tir.func private @passing(%x: memref<6xf32>, %y: memref<6xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %nine = arith.constant 9.0 : f32
  %v = vector.transfer_read %x[%c2], %nine : memref<6xf32>, vector<8xf32>
  vector.transfer_write %v, %y[%c0] : vector<8xf32>, memref<6xf32>
  tir.return
}
relax.func @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0 = relax.call_tir @affine(%x) : (tensor<6xf32>) -> tensor<6xf32>
  %1 = relax.call_tir @whole(%x) : (tensor<6xf32>) -> tensor<6xf32>
  %2 = relax.call_tir @passing(%x) : (tensor<6xf32>) -> tensor<6xf32>
  relax.return %0, %1, %2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}
