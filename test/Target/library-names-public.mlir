// Functions that the module shows may have names of libraries, too: no path
// takes one for the other.
// RUN: relax-compile %s -o %t.so 2>&1 | count 0
// RUN: relax-run %t.so --input=2xf64="1 1" --input=4096xf32=3 | FileCheck %s
// RUN: relax-run %s --input=2xf64="1 1" --input=4096xf32=3 2>/dev/null | FileCheck %s
// RUN: relax-run %t.so --function=malloc --input=2xf64="1 1" | FileCheck %s --check-prefix=HOST
// RUN: not relax-run %t.so --function=malloc --input=3xf64=1 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: llvm-nm -D --defined-only %t.so | FileCheck %s --check-prefix=SYMBOLS
// RUN: relax-compile %s -o %t.o && llvm-nm %t.o | FileCheck %s --check-prefix=OBJECT
// RUN: relax-compile %s -o %t.mlir && relax-translate --mlir-to-llvmir %t.mlir | FileCheck %s --check-prefix=LLVM

// CHECK: output 0: f64[2] = [0.5, 0.5]
// CHECK: output 1: f64[2] = [3, 3]
// CHECK: output 2: f32[4096] = [3, 3, 3, ..., 3, 3, 3]
// HOST: output 0: f64[2] = [0.5, 0.5]
// ERROR: error: function 'malloc', parameter 'arg0' (index 0): expected dim 0 to be 2, found 3

// The descriptor carries the names.
// SYMBOLS: D relax_module_descriptor_v1
// SYMBOLS-NOT: {{.}}
// OBJECT-NOT: T exp
// OBJECT: t exp.local
// OBJECT-NOT: T memcpy

// LLVM-DAG: define internal {{.*}}@exp.local(
// LLVM-DAG: define internal {{.*}}@memcpy.local(
// LLVM-DAG: define internal {{.*}}@malloc.local(
// LLVM-DAG: define internal {{.*}}@mine(

tir.func @exp(%x: memref<2xf64>, %y: memref<2xf64>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f3 = arith.constant 3.0 : f64
  tir.for %i = %c0 to %c2 {
    memref.store %f3, %y[%i] : memref<2xf64>
  }
  tir.return
}
tir.func @memcpy(%x: memref<4096xf32>, %y: memref<4096xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4096xf32> to memref<4096xf32>
  tir.return
}
tir.func @mine(%x: memref<2xf64>, %y: memref<2xf64>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<2xf64> to memref<2xf64>
  tir.return
}
relax.func @main(%x: tensor<2xf64>, %z: tensor<4096xf32>) -> (tensor<2xf64>, tensor<2xf64>, tensor<4096xf32>) {
  %0 = relax.call @malloc(%x) : (tensor<2xf64>) -> tensor<2xf64>
  %1 = relax.call_tir @exp(%x) : (tensor<2xf64>) -> tensor<2xf64>
  %2 = relax.call_tir @mine(%1) : (tensor<2xf64>) -> tensor<2xf64>
  %3 = relax.call_tir @memcpy(%z) : (tensor<4096xf32>) -> tensor<4096xf32>
  relax.return %0, %2, %3 : tensor<2xf64>, tensor<2xf64>, tensor<4096xf32>
}
relax.func @malloc(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = relax.nn.softmax %x : tensor<2xf64>
  relax.return %0 : tensor<2xf64>
}
relax.func @relax_rt_status(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = relax.exp %x : tensor<2xf64>
  relax.return %0 : tensor<2xf64>
}
