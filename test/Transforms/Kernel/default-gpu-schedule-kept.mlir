// What the GPU's schedule leaves alone, and extents that only run time knows.
// RUN: relax-opt %s --tir-default-gpu-schedule | FileCheck %s
// RUN: relax-opt %s --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed -o /dev/null
// RUN: relax-opt %s --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: relax-opt %s --tir-default-cpu-schedule --tir-default-gpu-schedule | FileCheck %s --check-prefix=CPU
// RUN: %same-results=tir-default-gpu-schedule

// Scheduled for another target: every loop as it was.
// CHECK-LABEL: tir.func private @for_cpu
// CHECK-NOT: thread_binding
// CHECK: tir.for parallel
tir.func private @for_cpu(%y: memref<8xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant 2.0 : f32
  tir.for parallel %i = %c0 to %c8 {
    memref.store %v, %y[%i] : memref<8xf32>
  }
  tir.return
}


// A symbolic extent: as many blocks as it needs, also none; the last one checks
// its bound. What the CPU's schedule has taken is not taken again.
// CHECK-LABEL: tir.func private @symbolic
// CHECK: %[[N:.*]] = memref.dim
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: arith.cmpi slt
// CHECK: tir.if
// CPU-LABEL: tir.func private @symbolic
// CPU-NOT: thread_binding
tir.func private @symbolic(%x: memref<?x3xf32> {tir.dims = #relax.dims<[n, 3]>}, %y: memref<?x3xf32> {tir.dims = #relax.dims<[n, 3]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?x3xf32>
  tir.for %i = %c0 to %n {
    tir.for %j = %c0 to %c3 {
      tir.block "neg" iters(%a : spatial = %i in %n, %b : spatial = %j in %c3) reads(%x : memref<?x3xf32>) writes(%y : memref<?x3xf32>) {
        %0 = memref.load %x[%a, %b] : memref<?x3xf32>
        %1 = arith.negf %0 : f32
        memref.store %1, %y[%a, %b] : memref<?x3xf32>
      }
    }
  }
  tir.return
}
relax.func @main(%x: tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>> {
  %0 = relax.call_tir @symbolic(%x) : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
  relax.return %0 : tensor<?x3xf32, #relax.dims<[n, 3]>>
}

// What the host runs is not for a GPU.
// CHECK-LABEL: tir.func private @for_host(
// CHECK-NOT: thread_binding
tir.func private @for_host(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_for_host} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    tir.block "copy" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
      %0 = memref.load %x[%v] : memref<4xf32>
      memref.store %0, %y[%v] : memref<4xf32>
    }
  }
  tir.return
}

// TVM's schedules leave blocks: the loops stay as they are bound.
// CHECK-LABEL: tir.func private @in_blocks(
// CHECK-NEXT: arith.constant
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK-NOT: tir.block
// CHECK-NOT: thread_binding
// CHECK: memref.store
// CPU-LABEL: tir.func private @in_blocks(
// CPU: tir.for thread_binding "threadIdx.x"
tir.func private @in_blocks(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
    tir.block "copy" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
      %0 = memref.load %x[%v] : memref<4xf32>
      memref.store %0, %y[%v] : memref<4xf32>
    }
  }
  tir.return
}
