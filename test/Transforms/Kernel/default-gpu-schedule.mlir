// The schedule that cannot fail: each kind of function that others fail on.
// RUN: relax-opt %s -tir-default-gpu-schedule=skip-rules=split-reduction,general-reduction,transpose -tir-verify-scheduled -tir-verify-well-formed -verify-diagnostics | FileCheck %s
// RUN: relax-opt %s -tir-default-gpu-schedule=skip-rules=split-reduction,general-reduction,transpose 2>/dev/null | relax-opt -tir-default-gpu-schedule=skip-rules=split-reduction,general-reduction,transpose | FileCheck %s
// RUN: %same-results=tir-default-gpu-schedule

// Two nests at the top: two kernels. The start value is each thread's.
// CHECK-LABEL: @softmax_parts
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: tir.if
// CHECK: memref.store
// CHECK: tir.for %
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK-NOT: tir.block
tir.func private @softmax_parts(%x: memref<?x16xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %x, %c0 : memref<?x16xf32>
  %f = arith.constant 0.0 : f32
  %s = memref.alloc(%n) : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.for %k = %c0 to %c16 {
      tir.block "sum" iters(%v : spatial = %i in %n, %w : reduce = %k in %c16) reads(%x : memref<?x16xf32>) writes(%s : memref<?xf32>) {
        tir.init {
          memref.store %f, %s[%v] : memref<?xf32>
        }
        %0 = memref.load %x[%v, %w] : memref<?x16xf32>
        %1 = memref.load %s[%v] : memref<?xf32>
        %2 = arith.addf %1, %0 : f32
        memref.store %2, %s[%v] : memref<?xf32>
      }
    }
  }
  tir.for %i = %c0 to %n {
    tir.block "exp" iters(%v : spatial = %i in %n) reads(%s : memref<?xf32>) writes(%y : memref<?xf32>) {
      %0 = memref.load %s[%v] : memref<?xf32>
      %1 = math.exp %0 : f32
      memref.store %1, %y[%v] : memref<?xf32>
    }
  }
  tir.return
}

// A scalar: one thread.
// CHECK-LABEL: @scalar
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: memref.store
tir.func private @scalar(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  tir.block "exp" reads(%x : memref<f32>) writes(%y : memref<f32>) {
    %0 = memref.load %x[] : memref<f32>
    %1 = math.exp %0 : f32
    memref.store %1, %y[] : memref<f32>
  }
  tir.return
}

// A block around loops without blocks (apache/tvm#17245), dead at that.
// CHECK-LABEL: @opaque_in_root
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: tir.for %
tir.func private @opaque_in_root(%y: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  tir.block "root" writes(%y : memref<8xf32>) {
    tir.for %i = %c0 to %c8 {
      memref.store %f, %y[%i] : memref<8xf32>
    }
  }
  tir.return
}

// Loops without a block run in one thread, and the user is told.
// CHECK-LABEL: @opaque
// CHECK: tir.for thread_binding "blockIdx.x"
tir.func private @opaque(%y: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  // expected-remark @below {{runs in one thread: it is no nest of loops around one block}}
  tir.for %i = %c0 to %c8 {
    memref.store %f, %y[%i] : memref<8xf32>
  }
  tir.return
}

// CHECK-LABEL: @statements
// CHECK: tir.for thread_binding "threadIdx.x"
// CHECK: memref.store
// CHECK: tir.for
// expected-remark @below {{runs in one thread: it has statements outside of loops}}
tir.func private @statements(%y: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  memref.store %f, %y[%c0] : memref<8xf32>
  tir.for %i = %c0 to %c8 {
    memref.store %f, %y[%i] : memref<8xf32>
  }
  tir.return
}

// Sizes are checked before the kernel, which has threads of its own.
// CHECK-LABEL: @checked
// CHECK: arith.cmpi
// CHECK: tir.assert
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK-NOT: tir.assert
// CHECK: memref.store
tir.func private @checked(%y: memref<?xf32>, %n: index) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %size = memref.dim %y, %c0 : memref<?xf32>
  %isSame = arith.cmpi eq, %n, %size : index
  tir.assert %isSame, "sizes differ"
  tir.for %i = %c0 to %size {
    tir.block "fill" iters(%v : spatial = %i in %size) writes(%y : memref<?xf32>) {
      memref.store %f, %y[%v] : memref<?xf32>
    }
  }
  tir.return
}

// No iteration at all.
// CHECK-LABEL: @empty
// CHECK: tir.for thread_binding "blockIdx.x"
tir.func private @empty(%y: memref<0xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c0 {
    tir.block "fill" iters(%v : spatial = %i in %c0) writes(%y : memref<0xf32>) {
      memref.store %f, %y[%v] : memref<0xf32>
    }
  }
  tir.return
}

// What is bound keeps its loops.
// CHECK-LABEL: @bound
// CHECK-NOT: blockIdx
// CHECK: tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c8
// CHECK-NOT: tir.block
tir.func private @bound(%y: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c8 {
    tir.block "fill" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
      memref.store %f, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}

// CHECK-LABEL: @nothing
// CHECK-SAME: tir.is_scheduled
tir.func private @nothing() attributes {num_inputs = 0 : i64} {
  tir.return
}
