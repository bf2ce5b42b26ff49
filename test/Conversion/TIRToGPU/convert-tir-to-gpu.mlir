// Loops bound to axes become launches; what ends a loop over threads waits.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-default-gpu-schedule{skip-rules=general-reduction},convert-tir-to-gpu))' -split-input-file 2>&1 | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-default-gpu-schedule{skip-rules=general-reduction},convert-tir-to-gpu))' -split-input-file | relax-opt --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu))' -split-input-file | FileCheck %s
// RUN: %same-results=tir-default-gpu-schedule,convert-tir-to-gpu

// What a schedule asks for is the launch's.
// CHECK-LABEL: @asks
// CHECK: gpu.launch
// CHECK: gpu.terminator
// CHECK-NEXT: } {nvvm.minctasm = 8 : i64}
tir.func private @asks(%a: memref<512xf32>, %b: memref<512xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c2 annotations {nvvm.minctasm = 8 : i64} {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c256 {
      %0 = arith.muli %i, %c256 : index
      %1 = arith.addi %0, %t : index
      %2 = memref.load %a[%1] : memref<512xf32>
      memref.store %2, %b[%1] : memref<512xf32>
    }
  }
  tir.return
}

// -----

// An element a thread; the sizes are known.
// CHECK-LABEL: @double
// CHECK: gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c2, {{.*}}) threads(%[[T:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c256, {{.*}}) module(@kernels) function(@double) {
// CHECK-NEXT: %[[F:.*]] = arith.muli %[[B]], %c256
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[F]], %[[T]]
// CHECK-NEXT: memref.load %arg0[%[[I]]]
// CHECK-NOT: gpu.barrier
// CHECK: gpu.terminator
tir.func private @double(%a: memref<512xf32>, %b: memref<512xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c2 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c256 {
      %0 = arith.muli %i, %c256 : index
      %1 = arith.addi %0, %t : index
      %2 = memref.load %a[%1] : memref<512xf32>
      %3 = arith.addf %2, %2 : f32
      memref.store %3, %b[%1] : memref<512xf32>
    }
  }
  tir.return
}

// -----

// What no thread of an axis does is done by its first one, and waited for.
// CHECK-LABEL: @tree
// CHECK: gpu.launch {{.*}} threads(%[[X:[^,]*]], %[[Y:[^,]*]], %{{.*}}) in (%{{.*}} = %c8, %{{.*}} = %c2, {{.*}}) module(@kernels) function(@tree) workgroup(%[[M:.*]] : memref<2x8xi32, #gpu.address_space<workgroup>>)
// CHECK: memref.store %{{.*}}, %[[M]][%[[Y]], %[[X]]]
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: scf.if
// CHECK: gpu.barrier
// CHECK-NEXT: %[[SUM:.*]] = memref.load %[[M]][%[[Y]], %c0]
// CHECK-NEXT: gpu.barrier
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[X]], %{{.*}}
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store %[[SUM]], %arg0[%[[Y]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.terminator
tir.func @tree(%y: memref<2xi32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<2x8xi32, "shared">
  tir.for thread_binding "threadIdx.y" %r = %c0 to %c2 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
      %0 = arith.muli %r, %c8 : index
      %1 = arith.addi %0, %t : index
      %2 = arith.index_cast %1 : index to i32
      memref.store %2, %m[%r, %t] : memref<2x8xi32, "shared">
      tir.for %s = %c0 to %c3 {
        gpu.barrier
        %3 = arith.addi %s, %c1 : index
        %4 = arith.shrui %c8, %3 : index
        %5 = arith.cmpi ult, %t, %4 : index
        tir.if %5 {
          %6 = arith.addi %t, %4 : index
          %7 = memref.load %m[%r, %t] : memref<2x8xi32, "shared">
          %8 = memref.load %m[%r, %6] : memref<2x8xi32, "shared">
          %9 = arith.addi %7, %8 : i32
          memref.store %9, %m[%r, %t] : memref<2x8xi32, "shared">
        }
      }
    }
    %10 = memref.load %m[%r, %c0] : memref<2x8xi32, "shared">
    memref.store %10, %y[%r] : memref<2xi32>
  }
  tir.return
}

// -----

// Loops over the same threads meet between each other; a buffer that is made
// outside of them is the block's, one inside is the thread's. Bounds that start
// late, virtual threads and repetition hold.
// CHECK-LABEL: @phases
// CHECK: gpu.launch {{.*}} workgroup(%[[ROW:.*]] : memref<6xi32, #gpu.address_space<workgroup>>) private(%[[OWN:.*]] : memref<2xi32, #gpu.address_space<private>>)
// CHECK: scf.for
// CHECK: %[[T:.*]] = arith.addi %c2, %{{.*}} : index
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[OWN]]
// CHECK: memref.store %{{.*}}, %[[ROW]][%[[T]]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[ROW]]
// CHECK: memref.store %{{.*}}, %arg0
// CHECK: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.terminator
tir.func @phases(%y: memref<2x3x6xi32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  tir.for thread_binding "blockIdx.y" %b = %c0 to %c2 {
    %row = memref.alloc() : memref<6xi32>
    tir.for %round = %c0 to %c3 {
      tir.for thread_binding "threadIdx.z" %t = %c2 to %c6 {
        %own = memref.alloc() : memref<2xi32>
        tir.for thread_binding "vthread.x" %v = %c0 to %c2 {
          %0 = arith.addi %t, %v : index
          %1 = arith.muli %0, %round : index
          %2 = arith.index_cast %1 : index to i32
          memref.store %2, %own[%v] : memref<2xi32>
        }
        %3 = memref.load %own[%c1] : memref<2xi32>
        memref.store %3, %row[%t] : memref<6xi32>
        memref.dealloc %own : memref<2xi32>
      }
      tir.for thread_binding "threadIdx.z" %t = %c2 to %c6 {
        %0 = arith.subi %c7, %t : index
        %1 = memref.load %row[%0] : memref<6xi32>
        memref.store %1, %y[%b, %round, %t] : memref<2x3x6xi32>
      }
    }
  }
  // The first two elements of each row are the host's.
  tir.for %b = %c0 to %c2 {
    tir.for %round = %c0 to %c3 {
      tir.for %t = %c0 to %c2 {
        %i = arith.constant 9 : i32
        memref.store %i, %y[%b, %round, %t] : memref<2x3x6xi32>
      }
    }
  }
  tir.return
}

// -----

// Two kernels share a buffer on the device; sizes come at run time, also zero.
// CHECK-LABEL: @softmax_parts
// CHECK: %[[T:.*]] = gpu.alloc  (%{{.*}}) : memref<?xf32>
// CHECK: gpu.launch {{.*}} function(@softmax_parts_0)
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: gpu.launch {{.*}} function(@softmax_parts_1)
// CHECK: memref.load %[[T]]
// CHECK: gpu.dealloc  %[[T]]
tir.func @softmax_parts(%x: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %y: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.for %k = %c0 to %c4 {
      tir.block "sum" iters(%vi : spatial = %i in %n, %vk : reduce = %k in %c4) reads(%x : memref<?x4xf32>) writes(%t : memref<?xf32>) {
        tir.init {
          %f0 = arith.constant 0.0 : f32
          memref.store %f0, %t[%vi] : memref<?xf32>
        }
        %0 = memref.load %x[%vi, %vk] : memref<?x4xf32>
        %1 = math.exp %0 : f32
        %2 = memref.load %t[%vi] : memref<?xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %t[%vi] : memref<?xf32>
      }
    }
  }
  tir.for %i = %c0 to %n {
    tir.for %k = %c0 to %c4 {
      tir.block "divide" iters(%vi : spatial = %i in %n, %vk : spatial = %k in %c4) reads(%x, %t : memref<?x4xf32>, memref<?xf32>) writes(%y : memref<?x4xf32>) {
        %0 = memref.load %x[%vi, %vk] : memref<?x4xf32>
        %1 = math.exp %0 : f32
        %2 = memref.load %t[%vi] : memref<?xf32>
        %3 = arith.divf %1, %2 : f32
        memref.store %3, %y[%vi, %vk] : memref<?x4xf32>
      }
    }
  }
  memref.dealloc %t : memref<?xf32>
  tir.return
}

// -----

// The host repeats a kernel; extents are computed where the host is; branches,
// loops and assertions of a kernel are upstream's.
// CHECK-LABEL: @repeated
// CHECK: tir.for
// CHECK: %[[E:.*]] = arith.addi
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %[[E]],
// CHECK: cf.assert %{{.*}}, "positive"
// CHECK: scf.while
// CHECK: scf.if
tir.func @repeated(%x: memref<8xi32>, %y: memref<8xi32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %i1 = arith.constant 1 : i32
  tir.for %half = %c0 to %c2 {
    tir.for thread_binding "blockIdx.x" %b = %c0 to %c1 {
      %extent = arith.addi %c2, %c2 : index
      tir.for thread_binding "threadIdx.x" %t = %c0 to %extent {
        %n = memref.alloc() : memref<1xi32>
        %0 = arith.muli %half, %c4 : index
        %1 = arith.addi %0, %t : index
        %2 = arith.index_cast %t : index to i32
        memref.store %2, %n[%c0] : memref<1xi32>
        %3 = arith.addi %2, %i1 : i32
        %4 = arith.cmpi sgt, %3, %2 : i32
        tir.assert %4, "positive"
        tir.while {
          %5 = memref.load %n[%c0] : memref<1xi32>
          %i5 = arith.constant 5 : i32
          %6 = arith.cmpi slt, %5, %i5 : i32
          tir.condition %6
        } do {
          %5 = memref.load %n[%c0] : memref<1xi32>
          %6 = arith.addi %5, %i1 : i32
          memref.store %6, %n[%c0] : memref<1xi32>
        }
        %7 = arith.cmpi eq, %t, %c1 : index
        %8 = memref.load %n[%c0] : memref<1xi32>
        tir.if %7 {
          memref.store %8, %y[%1] : memref<8xi32>
        } else {
          %9 = memref.load %x[%1] : memref<8xi32>
          memref.store %9, %y[%1] : memref<8xi32>
        }
      }
    }
  }
  tir.return
}

// -----

// What one kernel leaves for the next is the device's memory, also where both
// see it in other shapes.
// CHECK-LABEL: @between
// CHECK: %[[M:.*]] = gpu.alloc (%{{.*}}) : memref<?x2xf32>
// CHECK-NOT: memref.alloc
// CHECK: memref.collapse_shape %[[M]]
// CHECK: gpu.dealloc %[[M]]
tir.func @between(%x: memref<?x2xf32> {tir.dims = #relax.dims<[n, 2]>}, %y: memref<?x2xf32> {tir.dims = #relax.dims<[n, 2]>}) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c0 : memref<?x2xf32>
  %m = memref.alloc(%n) : memref<?x2xf32>
  %all = memref.collapse_shape %m [[0, 1]] : memref<?x2xf32> into memref<?xf32>
  %from = memref.collapse_shape %x [[0, 1]] : memref<?x2xf32> into memref<?xf32>
  %to = memref.collapse_shape %y [[0, 1]] : memref<?x2xf32> into memref<?xf32>
  %count = arith.muli %n, %c2 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %count {
    %0 = memref.load %from[%b] : memref<?xf32>
    %1 = arith.negf %0 : f32
    memref.store %1, %all[%b] : memref<?xf32>
  }
  tir.for thread_binding "blockIdx.x" %b = %c0 to %count {
    %0 = memref.load %all[%b] : memref<?xf32>
    %1 = arith.mulf %0, %0 : f32
    memref.store %1, %to[%b] : memref<?xf32>
  }
  memref.dealloc %m : memref<?x2xf32>
  tir.return
}

// -----

// Nobody calls it, it binds nothing, or it has no body: it stays.
// CHECK-LABEL: @dead
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: tir.for %
tir.func private @dead(%x: memref<4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %f = arith.constant 1.0 : f32
    memref.store %f, %x[%i] : memref<4xf32>
  }
  tir.return
}
// CHECK: tir.func private @outside(memref<4xf32>)
tir.func private @outside(memref<4xf32>) attributes {num_inputs = 1 : i64}

// Virtual threads around threads are a loop of all threads, which wait for each
// other at its end.
// CHECK-LABEL: tir.func @virtual_around
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: gpu.terminator
tir.func @virtual_around(%y: memref<2x4xi32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %row = memref.alloc() : memref<4xi32, "shared">
  tir.for thread_binding "vthread.x" %v = %c0 to %c2 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %0 = arith.addi %t, %v : index
      %1 = arith.index_cast %0 : index to i32
      memref.store %1, %row[%t] : memref<4xi32, "shared">
      gpu.barrier
      %2 = arith.subi %c3, %t : index
      %3 = memref.load %row[%2] : memref<4xi32, "shared">
      memref.store %3, %y[%v, %t] : memref<2x4xi32>
    }
  }
  tir.return
}
