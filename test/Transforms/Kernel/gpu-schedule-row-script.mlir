// A reduction that is alone in its kernel is a script of primitives, which gives
// the kernel of the default schedule; edited, it gives another tile.
// RUN: relax-opt %s --relax-legalize-ops > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=chip=sm_80' > %t.script
// RUN: FileCheck %s < %t.script
// RUN: relax-opt %t.script '--tir-write-default-gpu-schedule=chip=sm_80' | diff - %t.script
// RUN: relax-interp %t.script --before-after=transform-interpreter --tolerance=1e-4
// RUN: relax-interp %t.script --before-after=transform-interpreter,convert-tir-to-gpu --tolerance=1e-4
// RUN: sed -e 's/split %outer \[?, 256\]/split %outer [?, 64]/' -e 's/split %j \[?, 4\]/split %j [?, 2]/' %t.script > %t.edited
// RUN: relax-opt %t.edited --transform-interpreter --tir-verify-scheduled | FileCheck %s --check-prefix=EDITED
// RUN: relax-interp %t.edited --before-after=transform-interpreter --tolerance=1e-4

// Threads of a row, each with a vector at a time.
// CHECK: %sum = transform.tir.get_block "sum"
// CHECK-NEXT: %i, %j = transform.tir.get_loops %sum
// CHECK-NEXT: %outer, %inner = transform.tir.split %j [?, 4]
// CHECK-NEXT: transform.tir.bind %i "blockIdx.x"
// CHECK-NEXT: %outer_0, %inner_1 = transform.tir.split %outer [?, 256]
// CHECK-NEXT: transform.tir.reorder %inner_1, %outer_0
// CHECK-NEXT: transform.tir.bind %inner_1 "threadIdx.x"
// CHECK-NEXT: transform.tir.vectorize %inner
// CHECK-NEXT: transform.apply_registered_pass "tir-lower-cross-thread-reduction"

// Of columns neighbouring threads have neighbouring ones; sizes of run time.
// CHECK: %[[I:.*]], %[[J:.*]] = transform.tir.get_loops %max
// CHECK: %[[BLOCKS:.*]], %[[COLUMNS:.*]] = transform.tir.split %[[I]] [?, 32]
// CHECK-NEXT: transform.tir.bind %[[BLOCKS]] "blockIdx.x"
// CHECK-NEXT: transform.tir.bind %[[COLUMNS]] "threadIdx.x"
// CHECK-NEXT: %[[STEPS:.*]], %[[ROWS:.*]] = transform.tir.split %[[J]] [?, 8]
// CHECK-NEXT: transform.tir.reorder %[[ROWS]], %[[STEPS]]
// CHECK-NEXT: transform.tir.bind %[[ROWS]] "threadIdx.y"

// EDITED: tir.for thread_binding "threadIdx.x" %{{.*}} to %c64
// EDITED: tir.for vectorized %{{.*}} to %c2
relax.func @rows(%x: tensor<8x2048xf32>) -> tensor<8xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<8x2048xf32>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}
relax.func @columns(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>> {
  %0 = relax.max %x {axis = array<i64: 0>} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
}
