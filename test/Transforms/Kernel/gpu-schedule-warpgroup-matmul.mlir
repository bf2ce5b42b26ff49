// Products by warpgroups: where the chip has them and the tiles are many. What
// does not lie in memory as they read it comes through registers.
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_90a -tir-verify-scheduled -tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule='chip=sm_90a tf32' -tir-verify-scheduled | FileCheck %s --check-prefix=TF32
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_90 | FileCheck %s --check-prefix=OTHER
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule='chip=sm_90a skip-rules=warpgroup-matmul' | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: warpgroup_product

// Tiles of 128 x 256, four steps; rows of unknown number; a conversion goes with
// it. The device copies boxes by itself: one of rows, four of columns.
// CHECK-LABEL: tir.func private @matmul(
// CHECK: tir.tensor_map %arg0[%{{.*}}, %{{.*}}] strides[%{{.*}}] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x4096xf16>
// CHECK: tir.tensor_map %arg1[%{{.*}}, %{{.*}}] strides[%{{.*}}] {box = array<i64: 64, 64>, swizzle = 128 : i64} : memref<4096x4096xf16>
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: memref.alloc() : memref<196608xi8, #gpu.address_space<workgroup>>
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: memref.alloc() : memref<128xf32, #gpu.address_space<private>>
// CHECK: nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
// CHECK: tir.if
// CHECK: nvgpu.mbarrier.init
// CHECK-COUNT-2: nvvm.prefetch tensormap
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK: gpu.barrier
// CHECK: tir.if
// CHECK: nvgpu.mbarrier.arrive.expect_tx
// CHECK: tir.bulk_load %{{.*}} {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<98304xf16, #gpu.address_space<workgroup>>
// CHECK: tir.for
// CHECK: tir.bulk_load %{{.*}} {box = array<i64: 64, 64>, swizzle = 128 : i64}
// CHECK: tir.if
// CHECK: nvgpu.mbarrier.arrive.expect_tx
// CHECK: nvgpu.mbarrier.try_wait.parity
// CHECK: gpu.barrier
// CHECK: nvgpu.mbarrier.arrive.expect_tx
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-COUNT-4: tir.warpgroup_product %{{.*}} {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 8192, 1024>, rhs_transposed}
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: tir.for vectorized
// CHECK: arith.truncf
relax.func @large(%a: tensor<?x4096xf16, #relax.dims<[n, 4096]>>, %b: tensor<4096x4096xf16>) -> tensor<?x4096xf16, #relax.dims<[n, 4096]>> {
  %0 = relax.matmul %a, %b : (tensor<?x4096xf16, #relax.dims<[n, 4096]>>, tensor<4096x4096xf16>) -> tensor<?x4096xf16, #relax.dims<[n, 4096]>>
  relax.return %0 : tensor<?x4096xf16, #relax.dims<[n, 4096]>>
}

// Tiles of 128 x 64, four steps: 128 of them.
// CHECK-LABEL: tir.func private @matmul_0(
// CHECK: memref.alloc() : memref<98304xi8, #gpu.address_space<workgroup>>
// CHECK: tir.warpgroup_product {{.*}} memref<32xf32, #gpu.address_space<private>>, memref<49152xbf16
relax.func @small(%a: tensor<1024x512xbf16>, %b: tensor<512x1024xbf16>) -> tensor<1024x1024xbf16> {
  %0 = relax.matmul %a, %b : (tensor<1024x512xbf16>, tensor<512x1024xbf16>) -> tensor<1024x1024xbf16>
  relax.return %0 : tensor<1024x1024xbf16>
}

// Too few tiles.
// CHECK-LABEL: tir.func private @matmul_1(
// CHECK-NOT: warpgroup_product
relax.func @few(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %0 = relax.matmul %a, %b : (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf16>
  relax.return %0 : tensor<512x512xf16>
}

// Rows that do not begin at multiples of 16 bytes; a size that is not known.
// The device copies one factor, threads the other one.
// CHECK-LABEL: tir.func private @matmul_2(
// CHECK-COUNT-1: tir.tensor_map
// CHECK: nvgpu.mbarrier.arrive.expect_tx %{{.*}}, %c16384
// CHECK-COUNT-4: tir.warpgroup_product {{.*}}rhs_transposed
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: tir.for vectorized
// CHECK: memref.store {{.*}} memref<98304xf16, #gpu.address_space<workgroup>>
relax.func @odd(%a: tensor<2048x2048xf16>, %b: tensor<2048x2044xf16>) -> tensor<2048x2044xf16> {
  %0 = relax.matmul %a, %b : (tensor<2048x2048xf16>, tensor<2048x2044xf16>) -> tensor<2048x2044xf16>
  relax.return %0 : tensor<2048x2044xf16>
}
// CHECK-LABEL: tir.func private @matmul_3(
// CHECK-NOT: cp.async
// CHECK: tir.warpgroup_product
relax.func @unknown(%a: tensor<2048x?xf16, #relax.dims<[2048, k]>>, %b: tensor<?x2048xf16, #relax.dims<[k, 2048]>>) -> tensor<2048x2048xf16> {
  %0 = relax.matmul %a, %b : (tensor<2048x?xf16, #relax.dims<[2048, k]>>, tensor<?x2048xf16, #relax.dims<[k, 2048]>>) -> tensor<2048x2048xf16>
  relax.return %0 : tensor<2048x2048xf16>
}

// Bytes lie along the terms in one factor only: squares of 8 times 8 of the
// other one are transposed in registers.
// CHECK-LABEL: tir.func private @matmul_4(
// CHECK: tir.warpgroup_product {{.*}} {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<128xi32
// CHECK: memref.alloc() : memref<8xi8, #gpu.address_space<private>>
relax.func @bytes(%a: tensor<2048x2048xi8>, %b: tensor<2048x2048xi8>) -> tensor<2048x2048xi32> {
  %0 = relax.matmul %a, %b {out_dtype = i32} : (tensor<2048x2048xi8>, tensor<2048x2048xi8>) -> tensor<2048x2048xi32>
  relax.return %0 : tensor<2048x2048xi32>
}

// f32 only where it may be rounded: once, on its way.
// CHECK-LABEL: tir.func private @matmul_5(
// CHECK-NOT: warpgroup_product
// TF32-LABEL: tir.func private @matmul_5(
// TF32: tir.warpgroup_product {{.*}} {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<128xf32, #gpu.address_space<private>>, memref<49152xf32
// TF32: memref.alloc() : memref<4xf32, #gpu.address_space<private>>
// TF32: math.fma
relax.func @floats(%a: tensor<2048x2048xf32>, %b: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %0 = relax.matmul %a, %b : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  relax.return %0 : tensor<2048x2048xf32>
}

// Rows of two axes are no boxes: threads copy pieces of them.
// CHECK-LABEL: tir.func private @matmul_6(
// CHECK: tir.tensor_map %arg1
// CHECK-NOT: tir.tensor_map
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: tir.bulk_load
// CHECK: arith.select
// CHECK: nvgpu.device_async_copy %{{.*}}, 8, %{{.*}} {bypassL1} : memref<?x3x4096xf16> to memref<98304xf16, #gpu.address_space<workgroup>>
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.commit.group
// CHECK: tir.for
// CHECK: nvgpu.mbarrier.try_wait.parity
// CHECK: nvvm.cp.async.wait.group 1
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK: gpu.barrier
// CHECK: nvvm.wgmma.fence.aligned
relax.func @rows(%a: tensor<?x3x4096xf16, #relax.dims<[n, 3, 4096]>>, %b: tensor<4096x4096xf16>) -> tensor<?x3x4096xf16, #relax.dims<[n, 3, 4096]>> {
  %0 = relax.matmul %a, %b : (tensor<?x3x4096xf16, #relax.dims<[n, 3, 4096]>>, tensor<4096x4096xf16>) -> tensor<?x3x4096xf16, #relax.dims<[n, 3, 4096]>>
  relax.return %0 : tensor<?x3x4096xf16, #relax.dims<[n, 3, 4096]>>
}

// Tiles of 128 x 128, three steps: twice as wide ones would be 64.
// CHECK-LABEL: tir.func private @matmul_7(
// CHECK: memref.alloc() : memref<98304xi8, #gpu.address_space<workgroup>>
// CHECK: tir.warpgroup_product {{.*}} memref<64xf32, #gpu.address_space<private>>, memref<49152xbf16
relax.func @middle(%a: tensor<1024x512xbf16>, %b: tensor<512x2048xbf16>) -> tensor<1024x2048xbf16> {
  %0 = relax.matmul %a, %b : (tensor<1024x512xbf16>, tensor<512x2048xbf16>) -> tensor<1024x2048xbf16>
  relax.return %0 : tensor<1024x2048xbf16>
}

// Floats of 8 bits as they are, of either kind; on other chips as halves.
// CHECK-LABEL: tir.func private @matmul_8(
// CHECK: tir.warpgroup_product {{.*}} memref<128xf32, #gpu.address_space<private>>, memref<196608xf8E4M3FN, #gpu.address_space<workgroup>>, memref<196608xf8E4M3FN, #gpu.address_space<workgroup>>
// OTHER-LABEL: tir.func private @matmul_8(
// OTHER: arith.extf %{{.*}} : f8E4M3FN to f16
// OTHER: nvgpu.mma.sync
relax.func @float8(%a: tensor<2048x2048xf8E4M3FN>, %b: tensor<2048x2048xf8E4M3FN>) -> tensor<2048x2048xf16> {
  %0 = relax.matmul %a, %b {out_dtype = f16} : (tensor<2048x2048xf8E4M3FN>, tensor<2048x2048xf8E4M3FN>) -> tensor<2048x2048xf16>
  relax.return %0 : tensor<2048x2048xf16>
}

// Threads would hold more bytes and their addresses than they have registers,
// where no distance is known; with half the elements they do not.
// CHECK-LABEL: tir.func private @matmul_9(
// CHECK-NOT: warpgroup_product
// CHECK: nvgpu.mma.sync
relax.func @unknown_bytes(%a: tensor<?x?xf8E4M3FN, #relax.dims<[m, k]>>, %b: tensor<?x?xf8E4M3FN, #relax.dims<[k, n]>>) -> tensor<?x?xf8E4M3FN, #relax.dims<[m, n]>> {
  %0 = relax.matmul %a, %b : (tensor<?x?xf8E4M3FN, #relax.dims<[m, k]>>, tensor<?x?xf8E4M3FN, #relax.dims<[k, n]>>) -> tensor<?x?xf8E4M3FN, #relax.dims<[m, n]>>
  relax.return %0 : tensor<?x?xf8E4M3FN, #relax.dims<[m, n]>>
}
// CHECK-LABEL: tir.func private @matmul_10(
// CHECK: tir.warpgroup_product
relax.func @unknown_halves(%a: tensor<?x?xf16, #relax.dims<[m, k]>>, %b: tensor<?x?xf16, #relax.dims<[k, n]>>) -> tensor<?x?xf16, #relax.dims<[m, n]>> {
  %0 = relax.matmul %a, %b : (tensor<?x?xf16, #relax.dims<[m, k]>>, tensor<?x?xf16, #relax.dims<[k, n]>>) -> tensor<?x?xf16, #relax.dims<[m, n]>>
  relax.return %0 : tensor<?x?xf16, #relax.dims<[m, n]>>
}

// So would tiles of `mma.sync` of bytes, which have half of the step then.
// CHECK-LABEL: tir.func private @matmul_11(
// CHECK-NOT: warpgroup_product
// CHECK: memref.alloc() : memref<12288xi8, #gpu.address_space<workgroup>>
// CHECK: nvgpu.mma.sync{{.*}}mmaShape = [16, 8, 32]
relax.func @unknown_integers(%a: tensor<1100x?xi8, #relax.dims<[1100, k]>>, %b: tensor<?x1030xi8, #relax.dims<[k, 1030]>>) -> tensor<1100x1030xi32> {
  %0 = relax.matmul %a, %b {out_dtype = i32} : (tensor<1100x?xi8, #relax.dims<[1100, k]>>, tensor<?x1030xi8, #relax.dims<[k, 1030]>>) -> tensor<1100x1030xi32>
  relax.return %0 : tensor<1100x1030xi32>
}
