// Products of warpgroups become instructions, with descriptors of the factors:
// the address over 16, from bits 16 and 32 on the distances over 16, from bit 62
// on the number of the swizzle, 1 for 128 bytes, 2 for 64 and 3 for 32. The lower
// 32 bits are those of what has no constant added, and a constant.
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-warpgroup-products))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-warpgroup-products,relax-gpu-lower-warpgroup-products))' --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: gpu.func @halves(
// CHECK-COUNT-4: memref.load
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: arith.shrui {{.*}} : i32
// CHECK: %[[LEFT:.*]] = arith.constant 65536 : i32
// CHECK: %[[LOW:.*]] = arith.addi %{{.*}}, %[[LEFT]] : i32
// CHECK: arith.extui %[[LOW]] : i32 to i64
// CHECK: %[[HIGH:.*]] = arith.constant 4611686293305294848 : i64
// CHECK: arith.ori %{{.*}}, %[[HIGH]]
// CHECK: %[[RIGHT:.*]] = arith.constant 33554432 : i32
// CHECK: arith.addi %{{.*}}, %[[RIGHT]] : i32
// CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %{{.*}}, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <row>]
// CHECK-COUNT-4: memref.store
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @halves(%s: memref<4xf32>, %a: memref<8192xf16, #gpu.address_space<workgroup>>, %i: index) {
    tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 8192, 1024>, rhs_transposed} : memref<4xf32>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @bytes(
// CHECK-DAG: arith.constant 0 : i32
// CHECK-DAG: arith.constant 68719476736 : i64
// CHECK-DAG: arith.constant 65536 : i32
// CHECK-DAG: arith.constant -9223371899415822336 : i64
// CHECK: <m = 64, n = 16, k = 32>, D[<s32>, <one>], A[<s8>, <one>, <row>], B[<s8>, <one>, <col>]
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @bytes(%s: memref<8xi32>, %a: memref<8192xi8, #gpu.address_space<workgroup>>, %i: index) {
    tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 0, 0, 256>, rhs_layout = array<i64: 64, 16, 512>} : memref<8xi32>, memref<8192xi8, #gpu.address_space<workgroup>>, memref<8192xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// What is overwritten is not read.
// CHECK-LABEL: gpu.func @overwriting(
// CHECK-NOT: memref.load
// CHECK: nvvm.wgmma.mma_async %{{.*}}, D[<f32>, <zero>], A[<f16>
// CHECK-COUNT-4: memref.store
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @overwriting(%s: memref<4xf32>, %a: memref<8192xf16, #gpu.address_space<workgroup>>, %i: index) {
    tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, overwrites, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @transposed(
// CHECK-DAG: arith.constant -4611685949707911168 : i64
// CHECK: A[<bf16>, <one>, <col>], B[<bf16>, <one>, <col>]
gpu.module @kernels {
  gpu.func @transposed(%s: memref<4xf32>, %a: memref<8192xbf16, #gpu.address_space<workgroup>>, %i: index) {
    tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 32, 0, 256>, lhs_transposed, rhs_layout = array<i64: 32, 0, 256>} : memref<4xf32>, memref<8192xbf16, #gpu.address_space<workgroup>>, memref<8192xbf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// 32 bytes further are 2 more, at the same address.
// CHECK-LABEL: gpu.func @next(
// CHECK: %[[START:.*]] = arith.index_cast %arg2 : index to i32
// CHECK: arith.muli %[[START]],
// CHECK: arith.constant 65538 : i32
gpu.module @kernels {
  gpu.func @next(%s: memref<4xf32>, %a: memref<8192xf16, #gpu.address_space<workgroup>>, %i: index) {
    %c16 = arith.constant 16 : index
    %j = arith.addi %i, %c16 : index
    tir.warpgroup_product %s += %a[%j] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @kernels [#nvvm.target<chip = "sm_100a">] {
  gpu.func @other(%s: memref<4xf32>, %a: memref<8192xf16, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @below {{'tir.warpgroup_product' op is an instruction that sm_100a lacks; expected sm_90a, or a schedule without it}}
    tir.warpgroup_product %s += %a[%i] * %a[%i] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.module @empty
gpu.module @empty {
}
