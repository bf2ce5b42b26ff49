// Shared memory beyond 48 KiB is asked for by the launch; buffers begin at
// multiples of 1,024 bytes.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(relax-gpu-use-dynamic-shared-memory))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(relax-gpu-use-dynamic-shared-memory,relax-gpu-use-dynamic-shared-memory))' | FileCheck %s

// CHECK-LABEL: tir.func private @two(
// CHECK: %[[SIZE:.*]] = arith.constant 66560 : i32
// CHECK: gpu.launch
// CHECK-SAME: dynamic_shared_memory_size %[[SIZE]]
// CHECK-NOT: workgroup(
// CHECK: %[[ALL:.*]] = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.view %[[ALL]][%[[C0]]][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<100xi1, #gpu.address_space<workgroup>>
// CHECK: %[[NEXT:.*]] = arith.constant 1024 : index
// CHECK: %[[B:.*]] = memref.view %[[ALL]][%[[NEXT]]][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<128x128xf32, #gpu.address_space<workgroup>>
// CHECK: memref.store %{{.*}}, %[[B]]
tir.func private @two(%n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1)
      workgroup(%a : memref<100xi1, #gpu.address_space<workgroup>>, %b : memref<128x128xf32, #gpu.address_space<workgroup>>)
      private(%c : memref<4xf32, #gpu.address_space<private>>) {
    %0 = memref.load %a[%bx] : memref<100xi1, #gpu.address_space<workgroup>>
    %1 = arith.uitofp %0 : i1 to f32
    memref.store %1, %b[%tx, %tx] : memref<128x128xf32, #gpu.address_space<workgroup>>
    memref.store %1, %c[%bz] : memref<4xf32, #gpu.address_space<private>>
    gpu.terminator
  }
  tir.return
}

// Less stays, and so does what is more than a number can say.
// CHECK-LABEL: tir.func private @stays(
// CHECK-NOT: gpu.dynamic_shared_memory
tir.func private @stays() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%a : memref<12288xf32, #gpu.address_space<workgroup>>) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%a : memref<4294967296xf32, #gpu.address_space<workgroup>>) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%a : memref<65536xvector<4xf32>, #gpu.address_space<workgroup>>) {
    gpu.terminator
  }
  tir.return
}

// CHECK-LABEL: tir.func private @empty
tir.func private @empty() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  tir.return
}
