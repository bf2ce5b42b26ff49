// A launch takes addresses, and the sizes that are not constant.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(relax-gpu-pass-plain-buffers))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(relax-gpu-pass-plain-buffers,relax-gpu-pass-plain-buffers))' | FileCheck %s
// RUN: %same-results='convert-tir-to-gpu,relax-gpu-pass-plain-buffers'

// CHECK-LABEL: tir.func private @dead(
// CHECK-SAME: %[[M:.*]]: memref<?x4x?xf32>, %[[S:.*]]: memref<f32>)
// CHECK: %[[BASE:.*]], %{{.*}}, %[[SIZES:.*]]:3, %{{.*}}:3 = memref.extract_strided_metadata %[[M]]
// CHECK-NOT: memref.extract_strided_metadata
// CHECK: gpu.launch
// CHECK: %[[PLANE:.*]] = arith.muli %[[SIZES]]#2, %{{.*}}
// CHECK: %[[V:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[SIZES]]#0, 4, %[[SIZES]]#2], strides: [%[[PLANE]], %[[SIZES]]#2, 1]
// CHECK: %[[C:.*]] = memref.cast %[[V]]
// CHECK: memref.store %{{.*}}, %[[C]][%{{.*}}] : memref<?x4x?xf32>
// CHECK: memref.load %[[S]][]
tir.func private @dead(%m: memref<?x4x?xf32>, %s: memref<f32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %m[%c0, %c0, %c0] : memref<?x4x?xf32>
    %0 = memref.load %s[] : memref<f32>
    gpu.terminator
  }
  tir.return
}

// A function without launches stays.
// CHECK-LABEL: tir.func private @host(
// CHECK-NEXT: memref.copy
tir.func private @host(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
