// Copies of boxes are upstream's, with the last axis first; a second run changes
// nothing.
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-bulk-loads))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-bulk-loads,relax-gpu-lower-bulk-loads))' | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @load(
  // CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[S:.*]]: memref<?xf16, #gpu.address_space<workgroup>>, %[[B:.*]]: !nvgpu{{.*}}, %[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index
  // CHECK: %[[D:.*]] = builtin.unrealized_conversion_cast %[[M]] : !llvm.ptr to !nvgpu.tensormap.descriptor<tensor = memref<1x128x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = l2promo_128b, oob = zero, interleave = none>
  // CHECK: %[[V:.*]] = memref.reinterpret_cast %[[S]] to offset: [%[[K]]], sizes: [1, 128, 64], strides: [8192, 64, 1]
  // CHECK: nvgpu.tma.async.load %[[D]][%[[K]], %[[J]], %[[I]]], %[[B]][%[[J]]] to %[[V]]
  // CHECK: to !nvgpu.tensormap.descriptor<tensor = memref<16xf16, #gpu.address_space<workgroup>>, swizzle = none
  // CHECK-NOT: bulk_load
  gpu.func @load(%m: !llvm.ptr, %s: memref<?xf16, #gpu.address_space<workgroup>>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>, %i: index, %j: index, %k: index) {
    tir.bulk_load %m[%i, %j, %k] to %s[%k], %b[%j] {box = array<i64: 1, 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<?xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    tir.bulk_load %m[%i] to %s[%k], %b[%j] {box = array<i64: 16>, swizzle = 0 : i64} : !llvm.ptr, memref<?xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @none(
  gpu.func @none() {
    gpu.return
  }
}

// CHECK: gpu.module @empty
gpu.module @empty {
}
