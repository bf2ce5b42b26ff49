// A module of kernels alone exports them, and calls its own: what has a name
// that code generation gives a meaning is not exported.
// RUN: relax-compile %s -o %t.so 2>&1 | FileCheck %s
// RUN: llvm-nm -D --defined-only %t.so | FileCheck %s --check-prefix=SYMBOLS
// RUN: relax-compile %s -o %t.ll 2>/dev/null && FileCheck %s --check-prefix=LLVM < %t.ll

// CHECK: warning: function @exp is not exported: native code calls a library's function of this name; rename it to call it from outside
// SYMBOLS-NOT: exp
// SYMBOLS: T time
// SYMBOLS-NOT: exp
// LLVM: define protected void @time(
tir.func @exp(%x: memref<2xf64>, %y: memref<2xf64>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<2xf64> to memref<2xf64>
  tir.return
}
tir.func @time(%x: memref<2xf64>, %y: memref<2xf64>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<2xf64> to memref<2xf64>
  tir.return
}
