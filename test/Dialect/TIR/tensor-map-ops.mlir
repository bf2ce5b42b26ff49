// Boxes of tensors: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: @boxes
tir.func private @boxes(%a: memref<?x?xf16>, %b: memref<64xi8>, %s: memref<8192xf16, #gpu.address_space<workgroup>>, %t: memref<?xi8, #gpu.address_space<workgroup>>) attributes {num_inputs = 0} {
  %i = arith.constant 0 : index
  %n = arith.constant 64 : index
  // CHECK: %[[M:.*]] = tir.tensor_map %arg0[%{{.*}}, %{{.*}}] strides[%{{.*}}] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  // CHECK: tir.tensor_map %arg1[%{{.*}}] strides[] {box = array<i64: 16>, swizzle = 0 : i64} : memref<64xi8> -> !llvm.ptr
  %l = tir.tensor_map %b[%n] strides[] {box = array<i64: 16>, swizzle = 0 : i64} : memref<64xi8> -> !llvm.ptr
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  // CHECK: tir.bulk_load %[[M]][%{{.*}}, %{{.*}}] to %arg2[%{{.*}}], %{{.*}}[%{{.*}}] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.bulk_load %m[%i, %n] to %s[%i], %g[%i] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  // CHECK: tir.bulk_load %{{.*}}[%{{.*}}] to %arg3
  tir.bulk_load %l[%i] to %t[%n], %g[%i] {box = array<i64: 16>, swizzle = 0 : i64} : !llvm.ptr, memref<?xi8, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}
