// Shared memory without elements is where the launch puts it; other variables
// stay.
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-export-dynamic-shared-memory))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-export-dynamic-shared-memory,relax-gpu-export-dynamic-shared-memory))' | FileCheck %s

// CHECK: llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK: llvm.mlir.global internal @static() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i8>
// CHECK: llvm.mlir.global internal @global() {addr_space = 1 : i32} : !llvm.array<0 x i8>
// CHECK: llvm.mlir.global internal @scalar() {addr_space = 3 : i32} : f32
gpu.module @kernels {
  llvm.mlir.global internal @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.mlir.global internal @static() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i8>
  llvm.mlir.global internal @global() {addr_space = 1 : i32} : !llvm.array<0 x i8>
  llvm.mlir.global internal @scalar() {addr_space = 3 : i32} : f32
}

// CHECK: gpu.module @empty
gpu.module @empty {
}
