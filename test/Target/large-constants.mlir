// Weights of a gigabyte or more lie where code of x86 reaches them with an
// address of 64 bits; small constants, and other machines, are as before.
// RUN: relax-compile %s --start-at=write --mtriple=x86_64-linux-gnu --mcpu=x86-64-v3 -o %t.ll && FileCheck %s < %t.ll
// CHECK-DAG: @weights = internal constant [1073741824 x i8] zeroinitializer, code_model "large"
// CHECK-DAG: @few = internal constant [64 x i8] zeroinitializer{{$}}
// RUN: relax-compile %s --start-at=write --mtriple=aarch64-linux-gnu --mcpu=generic -o %t.ll && FileCheck %s --check-prefix=ARM < %t.ll
// ARM: @weights = internal constant [1073741824 x i8] zeroinitializer{{$}}

llvm.mlir.global internal constant @weights(#llvm.zero) {addr_space = 0 : i32} : !llvm.array<1073741824 x i8>
llvm.mlir.global internal constant @few(#llvm.zero) {addr_space = 0 : i32} : !llvm.array<64 x i8>

llvm.func @main() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @weights : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @other() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @few : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
