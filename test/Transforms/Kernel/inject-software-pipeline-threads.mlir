// Pipelines in the threads of a block: barriers are placed anew, and copies to
// shared memory are not waited for before their stage.
// RUN: relax-opt %s --tir-inject-software-pipeline --canonicalize --cse --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --tir-inject-software-pipeline --tir-inject-software-pipeline --canonicalize --cse | FileCheck %s
// RUN: %same-results=tir-inject-software-pipeline
// RUN: %same-results=tir-inject-software-pipeline,convert-tir-to-gpu,convert-gpu-to-tir

// A group of copies in each step, also where nothing is left to copy; two may be
// on their way.
// CHECK-LABEL: @copied
// CHECK: %[[S:.*]] = memref.alloc() : memref<3x64xf32, #gpu.address_space<workgroup>>
// CHECK: %[[FIRST:.*]] = nvgpu.device_async_create_group
// CHECK: tir.for unrolled
// CHECK-NOT: device_async_wait
// CHECK: tir.for %[[K:.*]] = %c0 to %c14
// CHECK-NEXT: gpu.barrier
// CHECK: nvgpu.device_async_copy %{{.*}}, %[[S]][%{{.*}}, %{{.*}}], 4 {bypassL1}
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: nvgpu.device_async_wait %[[FIRST]] {numGroups = 2 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK: arith.remui %[[K]], %c3
// CHECK: tir.for unrolled
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: nvgpu.device_async_wait %[[FIRST]] {numGroups = 2 : i32}
// CHECK: gpu.barrier
tir.func @copied(%x: memref<16x64xf32>, %y: memref<64xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c63 = arith.constant 63 : index
  %zero = arith.constant 0.0 : f32
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c1 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c16 {
      %sum = memref.alloc() : memref<4xf32, "local">
      tir.for %j = %c0 to %c4 {
        memref.store %zero, %sum[%j] : memref<4xf32, "local">
      }
      %first = arith.muli %t, %c4 : index
      tir.for %k = %c0 to %c16 annotations {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]} {
        %s = memref.alloc() : memref<64xf32, "shared">
        tir.for vectorized %j = %c0 to %c4 {
          %at = arith.addi %first, %j : index
          %0 = memref.load %x[%k, %at] : memref<16x64xf32>
          memref.store %0, %s[%at] : memref<64xf32, "shared">
        }
        gpu.barrier
        tir.for %j = %c0 to %c4 {
          %at = arith.addi %first, %j : index
          %other = arith.subi %c63, %at : index
          %0 = memref.load %s[%other] : memref<64xf32, "shared">
          %1 = memref.load %sum[%j] : memref<4xf32, "local">
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %sum[%j] : memref<4xf32, "local">
        }
        gpu.barrier
      }
      tir.for %j = %c0 to %c4 {
        %at = arith.addi %first, %j : index
        %0 = memref.load %sum[%j] : memref<4xf32, "local">
        memref.store %0, %y[%at] : memref<64xf32>
      }
    }
  }
  tir.return
}

// Two copies of one element each make one group. What they are added up in is
// done first in a step, so that a version less is there, and one barrier is
// enough.
// CHECK-LABEL: @both
// CHECK: memref.alloc() : memref<2x16xf32, #gpu.address_space<workgroup>>
// CHECK: tir.for %{{.*}} = %c0 to %{{.*}} {
// CHECK-NEXT: nvgpu.device_async_wait %{{.*}} {numGroups = 1 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK: nvgpu.device_async_copy %{{.*}}, 1 :
// CHECK: nvgpu.device_async_copy %{{.*}}, 1 :
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NOT: gpu.barrier
// CHECK: }
tir.func @both(%x: memref<?x16xf32> {tir.dims = #relax.dims<[n, 16]>}, %w: memref<?x16xf32> {tir.dims = #relax.dims<[n, 16]>}, %y: memref<?x16xf32> {tir.dims = #relax.dims<[n, 16]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %x, %c0 : memref<?x16xf32>
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c1 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c16 {
      tir.for %k = %c0 to %n annotations {software_pipeline_stage = [0, 0, 2], software_pipeline_order = [1, 2, 0], software_pipeline_async_stages = [0]} {
        %s = memref.alloc() : memref<16xf32, "shared.dyn">
        %u = memref.alloc() : memref<16xf32, "shared.dyn">
        %0 = memref.load %x[%k, %t] : memref<?x16xf32>
        memref.store %0, %s[%t] : memref<16xf32, "shared.dyn">
        %1 = memref.load %w[%k, %t] : memref<?x16xf32>
        memref.store %1, %u[%t] : memref<16xf32, "shared.dyn">
        gpu.barrier
        %other = arith.subi %c15, %t : index
        %2 = memref.load %s[%other] : memref<16xf32, "shared.dyn">
        %3 = memref.load %u[%other] : memref<16xf32, "shared.dyn">
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %y[%k, %t] : memref<?x16xf32>
        gpu.barrier
      }
    }
  }
  tir.return
}

// Without async copies: the interpreter finds races, were a barrier missing.
// CHECK-LABEL: @shared
// CHECK: memref.alloc() : memref<2x16xf32, "shared">
// CHECK: tir.for %{{.*}} = %c0 to %c7
// CHECK: gpu.barrier
tir.func @shared(%x: memref<8x16xf32>, %y: memref<8x16xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c1 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c16 {
      tir.for %k = %c0 to %c8 annotations {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]} {
        gpu.barrier
        %s = memref.alloc() : memref<16xf32, "shared">
        %0 = memref.load %x[%k, %t] : memref<8x16xf32>
        memref.store %0, %s[%t] : memref<16xf32, "shared">
        gpu.barrier
        %other = arith.subi %c15, %t : index
        %1 = memref.load %s[%other] : memref<16xf32, "shared">
        memref.store %1, %y[%k, %t] : memref<8x16xf32>
      }
    }
  }
  tir.return
}
