// A tensor program that calls a C function is one of the host, and one that
// nobody calls is not compiled: neither breaks a build.
// RUN: relax-compile %s --target=sm_90 -o %t.ptx && FileCheck %s < %t.ptx
// RUN: relax-compile %s --target=sm_90 --stop-at=device -o - | FileCheck %s --check-prefix=HOST
// RUN: relax-compile %s --target=sm_90 --emulate -o %t.so
// RUN: relax-run %t.so --input=4xf32=0 | FileCheck %s --check-prefix=VALUES

// CHECK-NOT: cosf
// HOST-NOT: @dead
// HOST: tir.func @called
// HOST: tir.call_extern @cosf
// VALUES: output 0: f32[4] = [1, 1, 1, 1]
// VALUES: output 1: f32[4] = [1, 1, 1, 1]
func.func private @cosf(f32) -> f32
tir.func @dead(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %one = arith.constant 1.0 : f32
  // Nothing lowers it.
  %z = complex.create %one, %one : complex<f32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %v = memref.load %x[%i] : memref<4xf32>
    %w = tir.call_extern @cosf(%v) : (f32) -> f32
    memref.store %w, %y[%i] : memref<4xf32>
  }
  tir.return
}
tir.func @called(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %v = memref.load %x[%i] : memref<4xf32>
    %w = tir.call_extern @cosf(%v) : (f32) -> f32
    memref.store %w, %y[%i] : memref<4xf32>
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.call_tir @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
