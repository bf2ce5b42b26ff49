// Products of matrices by tensor cores: of f16 and i8, ragged, with an end
// behind them; not on chips without such ones, nor of what they do not multiply.
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_80 -tir-verify-scheduled -tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_75 | FileCheck %s --check-prefix=TURING
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule | FileCheck %s --check-prefix=OLD
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule='chip=sm_90 skip-rules=tensor-matmul' | FileCheck %s --check-prefix=OLD
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule='chip=sm_90 tf32' | FileCheck %s --check-prefix=ROUNDED
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule='chip=sm_75 tf32' | FileCheck %s --check-prefix=TURING
// OLD-NOT: nvgpu

// What lies in memory as it is needed is copied asynchronously, two steps ahead; the rest
// goes through registers, with as many stages.
// CHECK-LABEL: tir.func private @matmul(
// CHECK: %[[ALL:.*]] = memref.alloc() : memref<12288xi8, #gpu.address_space<workgroup>>
// CHECK: %[[A:.*]] = memref.view %[[ALL]][%c0{{.*}} to memref<3x32x32xf16, #gpu.address_space<workgroup>>
// CHECK: %[[B:.*]] = memref.view %[[ALL]][%c6144{{.*}} to memref<3x32x32xf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_copy %arg0[%{{.*}}, %{{.*}}], %[[A]][%{{.*}}], 8{{.*}} {bypassL1}
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvgpu.device_async_copy
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK: tir.for {{.*}} annotations {unroll = 1 : i64} {
// CHECK: nvgpu.device_async_copy
// CHECK: nvvm.cp.async.commit.group
// CHECK-NOT: nvgpu.device_async
// CHECK: nvgpu.ldmatrix %[[A]][{{.*}}] {numTiles = 4 : i32, transpose = false} : {{.*}} -> vector<4x2xf16>
// CHECK: nvgpu.ldmatrix %[[B]][{{.*}}] {numTiles = 4 : i32, transpose = true} : {{.*}} -> vector<4x2xf16>
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: nvgpu.mma.sync
// CHECK: nvgpu.ldmatrix
// CHECK: nvgpu.ldmatrix
// CHECK-COUNT-2: nvgpu.mma.sync
// CHECK-NOT: nvgpu.mma.sync
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: nvgpu
// Sums go where the factors were when no copy comes there any more; a thread
// takes as many neighbours as it stores at once and as divide a row.
// CHECK: gpu.barrier
// CHECK: %[[S:.*]] = memref.view %[[ALL]][%c0{{.*}} to memref<32x40xf32, #gpu.address_space<workgroup>>
// CHECK: memref.store %{{.*}}, %[[S]]
// CHECK: gpu.barrier
// CHECK: tir.for vectorized %{{.*}} = %c0{{.*}} to %c2
// CHECK: memref.load %[[S]]
// CHECK: arith.truncf
// CHECK-NEXT: memref.store %{{.*}} : memref<?x50xf16>
// CHECK-NOT: gpu.barrier

// Without copies there are two stages; an instruction takes half of the terms.
// TURING-LABEL: tir.func private @matmul(
// TURING: memref.view {{.*}} to memref<2x32x32xf16, #gpu.address_space<workgroup>>
// TURING-NOT: nvgpu.device_async
// TURING: nvgpu.ldmatrix
// TURING: nvgpu.ldmatrix
// TURING-COUNT-4: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 8]} : (vector<2x2xf16>, vector<1x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// Of bytes, 8 rows.
// TURING-LABEL: tir.func private @matmul_0(
// TURING: nvgpu.ldmatrix
// TURING-COUNT-16: nvgpu.mma.sync({{.*}}) {mmaShape = [8, 8, 16]} : (vector<1x4xi8>, vector<1x4xi8>, vector<1x2xi32>) -> vector<1x2xi32>
// TURING-LABEL: tir.func private @matmul_1(
// TURING-NOT: nvgpu
relax.func @halves(%a: tensor<?x64xf16, #relax.dims<[n, 64]>>, %b: tensor<64x50xf16>) -> tensor<?x50xf16, #relax.dims<[n, 50]>> {
  %0 = relax.matmul %a, %b : (tensor<?x64xf16, #relax.dims<[n, 64]>>, tensor<64x50xf16>) -> tensor<?x50xf16, #relax.dims<[n, 50]>>
  %1 = relax.nn.relu %0 : tensor<?x50xf16, #relax.dims<[n, 50]>>
  relax.return %1 : tensor<?x50xf16, #relax.dims<[n, 50]>>
}

// CHECK-LABEL: tir.func private @matmul_0(
// CHECK: memref.view {{.*}} to memref<3x32x64xi8, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_copy %arg0[{{.*}}, 16{{.*}} {bypassL1}
// Bytes in rows of one term are loaded as pairs, of which every second byte is of
// one column: a thread has four columns then.
// CHECK: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = true} : memref<3x64x16xi16, #gpu.address_space<workgroup>> -> vector<4x2xi16>
// CHECK-COUNT-2: vector.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6] : vector<4xi8>, vector<4xi8>
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [1, 3, 5, 7] : vector<4xi8>, vector<4xi8>
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
// CHECK: tir.for vectorized {{.*}} to %c4
// CHECK: memref.store {{.*}} : memref<32x40xi32, #gpu.address_space<workgroup>>
relax.func @bytes(%a: tensor<64x96xi8>, %b: tensor<96x70xi8>) -> tensor<64x70xi32> {
  %0 = relax.matmul %a, %b {out_dtype = i32} : (tensor<64x96xi8>, tensor<96x70xi8>) -> tensor<64x70xi32>
  relax.return %0 : tensor<64x70xi32>
}

// f32 is multiplied only where it may be rounded; terms of a row are loaded as
// matrices, places of a row one by one.
// CHECK-LABEL: tir.func private @matmul_1(
// CHECK-NOT: nvgpu
// ROUNDED-LABEL: tir.func private @matmul_1(
// ROUNDED-COUNT-2: memref.view {{.*}} to memref<2x32x32xf32, #gpu.address_space<workgroup>>
// ROUNDED-NOT: nvgpu.device_async_copy
// ROUNDED: math.fma
// ROUNDED: memref.store {{.*}} : memref<2x32x32xf32, #gpu.address_space<workgroup>>
// ROUNDED-COUNT-2: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = false} : memref<2x32x32xf32, #gpu.address_space<workgroup>> -> vector<4x1xf32>
// ROUNDED-NOT: math.fma
// ROUNDED: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
relax.func @floats(%a: tensor<64x96xf32>, %b: tensor<96x70xf32>) -> tensor<64x70xf32> {
  %0 = relax.matmul %a, %b : (tensor<64x96xf32>, tensor<96x70xf32>) -> tensor<64x70xf32>
  relax.return %0 : tensor<64x70xf32>
}

// Eight rows are half of a tile, of one step that two warps copy.
// CHECK-LABEL: tir.func private @matmul_2(
// CHECK: memref.view {{.*}} to memref<3x16x32xf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.mma.sync
// TURING-LABEL: tir.func private @matmul_2(
// TURING: memref.view {{.*}} to memref<2x16x32xf16, #gpu.address_space<workgroup>>
relax.func @small(%a: tensor<8x64xf16>, %b: tensor<64x70xf16>) -> tensor<8x70xf16> {
  %0 = relax.matmul %a, %b : (tensor<8x64xf16>, tensor<64x70xf16>) -> tensor<8x70xf16>
  relax.return %0 : tensor<8x70xf16>
}

// Rows that are no multiple of 16 bytes are not copied asynchronously: two stages.
// CHECK-LABEL: tir.func private @matmul_3(
// CHECK: memref.view {{.*}} to memref<2x32x32xbf16, #gpu.address_space<workgroup>>
// CHECK-NOT: nvgpu.device_async
// CHECK: nvgpu.mma.sync
relax.func @odd(%a: tensor<64x77xbf16>, %b: tensor<77x70xbf16>) -> tensor<64x70xbf16> {
  %0 = relax.matmul %a, %b : (tensor<64x77xbf16>, tensor<77x70xbf16>) -> tensor<64x70xbf16>
  relax.return %0 : tensor<64x70xbf16>
}

// Results of 16 bits are stored 8 at a time, in as many rounds as a tile has
// 32 rows.
// CHECK-LABEL: tir.func private @matmul_4(
// TURING-LABEL: tir.func private @matmul_4(
// CHECK: memref.view {{.*}} to memref<32x72xf32, #gpu.address_space<workgroup>>
// CHECK: tir.for vectorized %{{.*}} = %c0{{.*}} to %c8
// CHECK: arith.truncf
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: tir.for vectorized %{{.*}} = %c0{{.*}} to %c8
// CHECK: arith.truncf
// CHECK-NOT: gpu.barrier
relax.func @wide(%a: tensor<640x64xf16>, %b: tensor<64x1024xf16>) -> tensor<640x1024xf16> {
  %0 = relax.matmul %a, %b : (tensor<640x64xf16>, tensor<64x1024xf16>) -> tensor<640x1024xf16>
  relax.return %0 : tensor<640x1024xf16>
}
