// A thread's own buffer is as large as what one thread uses of it.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu))' | FileCheck %s
// RUN: %same-results=convert-tir-to-gpu

// Each thread has two rows, and all of the
// columns.
// CHECK-LABEL: @rows
// CHECK: gpu.launch blocks(%[[B:[a-z0-9]+]]
// CHECK-SAME: private(%[[OWN:.*]] : memref<2x3xf32, #gpu.address_space<private>>)
// CHECK: memref.store %{{.*}}, %[[OWN]][%[[R:.*]], %{{.*}}] : memref<2x3xf32
// CHECK: memref.load %[[OWN]][
tir.func private @rows(%x: memref<16x3xf32>, %y: memref<16x3xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c2 {
    %own = memref.alloc() : memref<16x3xf32, #gpu.address_space<private>>
    %first = arith.muli %b, %c8 : index
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %p = arith.muli %t, %c2 : index
      %q = arith.addi %first, %p : index
      tir.for %i = %c0 to %c2 {
        %r = arith.addi %q, %i : index
        tir.for %j = %c0 to %c3 {
          %0 = memref.load %x[%r, %j] : memref<16x3xf32>
          memref.store %0, %own[%r, %j] : memref<16x3xf32, #gpu.address_space<private>>
        }
      }
    }
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %p = arith.muli %t, %c2 : index
      tir.for %i = %c0 to %c2 {
        %q = arith.addi %p, %i : index
        %r = arith.addi %first, %q : index
        tir.for %j = %c0 to %c3 {
          %0 = memref.load %own[%r, %j] : memref<16x3xf32, #gpu.address_space<private>>
          %1 = arith.negf %0 : f32
          memref.store %1, %y[%r, %j] : memref<16x3xf32>
        }
      }
    }
  }
  tir.return
}

// A place that is read from memory may be any.
// CHECK-LABEL: @anywhere
// CHECK: private(%{{.*}} : memref<8xf32, #gpu.address_space<private>>)
tir.func private @anywhere(%x: memref<4xf32>, %at: memref<1xindex>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    %own = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    %place = memref.load %at[%c0] : memref<1xindex>
    %r = arith.remui %place, %c8 : index
    %0 = memref.load %x[%t] : memref<4xf32>
    memref.store %0, %own[%r] : memref<8xf32, #gpu.address_space<private>>
    %1 = memref.load %own[%r] : memref<8xf32, #gpu.address_space<private>>
    memref.store %1, %y[%t] : memref<4xf32>
  }
  tir.return
}

// Threads along x share a buffer that is made for each along y, from 1 on: each
// y has one of its own.
// CHECK-LABEL: @row_for_each
// CHECK: workgroup(%[[M:.*]] : memref<3x4xi32, #gpu.address_space<workgroup>>)
// CHECK: %[[R:.*]] = arith.subi
// CHECK: memref.store %{{.*}}, %[[M]][%[[R]], %{{.*}}] : memref<3x4xi32
// CHECK: gpu.barrier
// CHECK: memref.load %[[M]][%{{.*}}, %{{.*}}] : memref<3x4xi32
tir.func @row_for_each(%x: memref<4x4xi32>, %y: memref<4x4xi32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "threadIdx.y" %j = %c1 to %c4 {
    %m = memref.alloc() : memref<4xi32>
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %0 = memref.load %x[%j, %t] : memref<4x4xi32>
      memref.store %0, %m[%t] : memref<4xi32>
    }
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %r = arith.subi %c3, %t : index
      %0 = memref.load %m[%r] : memref<4xi32>
      memref.store %0, %y[%j, %t] : memref<4x4xi32>
    }
  }
  tir.return
}
