// Elementwise programs of a CPU are scripts of primitives, which can be edited.
// RUN: relax-opt %s --relax-legalize-ops > %t.program
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256' > %t.script
// RUN: FileCheck %s --check-prefix=SCRIPT < %t.script
// RUN: relax-opt %t.script --transform-interpreter | FileCheck %s
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}'
// RUN: sed -e 's/\[?, 4096, 8\]/[?, 64, 4, 8]/' -e 's/%outer_\([0-9]*\), %middle_\([0-9]*\), %inner/%outer_\1, %middle_\2, %more, %inner/' %t.script > %t.edited
// RUN: relax-opt %t.edited --transform-interpreter | FileCheck %s --check-prefix=EDITED
// RUN: relax-interp %t.edited --before-after=transform-interpreter
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256 show-steps' 2>&1 | FileCheck %s --check-prefix=STEPS

// STEPS-COUNT-5: is scheduled by primitives
// STEPS-COUNT-2: is scheduled as by 'transform.tir.tile_spatial

// Many elements: tasks, vectors of a task, lanes.
// SCRIPT: transform.tir.get_function @add in
// SCRIPT: transform.tir.simplify_iters %add
// SCRIPT-NEXT: %i = transform.tir.get_loops %add
// SCRIPT-NEXT: %outer, %middle, %inner = transform.tir.split %i [?, 3125, 8]
// SCRIPT-NEXT: transform.tir.parallel %outer
// SCRIPT-NEXT: transform.tir.vectorize %inner
// SCRIPT-NEXT: transform.tir.lower_blocks
// CHECK: tir.func private @add(
// CHECK: tir.for parallel %{{.*}} to %c4
// CHECK-NEXT: tir.for %{{.*}} to %c3125
// CHECK-NEXT: tir.for vectorized %{{.*}} to %c8
relax.func @flat(%x: tensor<400x250xf32>, %y: tensor<400x250xf32>) -> tensor<400x250xf32> {
  %0 = relax.add %x, %y : tensor<400x250xf32>
  relax.return %0 : tensor<400x250xf32>
}

// An unknown number: the last vector of the last task is masked.
// SCRIPT: %{{.*}}, %{{.*}}, %{{.*}} = transform.tir.split %{{.*}} [?, 4096, 8]
// EDITED: tir.func private @exp(
// EDITED: tir.for parallel
// EDITED: tir.for %{{.*}} to %c64
// EDITED: tir.for vectorized %{{.*}} to %c8
relax.func @unknown(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// Rows of known length: those of a task end with the last one there is.
// SCRIPT: transform.tir.split %{{.*}} [?, 8]
// SCRIPT-NEXT: %[[TASK:.*]], %{{.*}} = transform.tir.split
// SCRIPT-NEXT: transform.tir.parallel %[[TASK]]
// CHECK: tir.func private @multiply(
// CHECK: tir.for parallel
// CHECK: arith.minsi
// CHECK: tir.for
// CHECK-NOT: tir.if
// CHECK: tir.for vectorized
// CHECK: tir.return
relax.func @rows(%x: tensor<?x512xf32, #relax.dims<[n, 512]>>, %y: tensor<512xf32>) -> tensor<?x512xf32, #relax.dims<[n, 512]>> {
  %0 = relax.multiply %x, %y : (tensor<?x512xf32, #relax.dims<[n, 512]>>, tensor<512xf32>) -> tensor<?x512xf32, #relax.dims<[n, 512]>>
  relax.return %0 : tensor<?x512xf32, #relax.dims<[n, 512]>>
}

// Several axes of rows are one, of tasks.
// SCRIPT: %[[ROWS:.*]] = transform.tir.fuse
// SCRIPT-NEXT: %[[TASK:.*]], %{{.*}} = transform.tir.split %[[ROWS]]
// SCRIPT-NEXT: transform.tir.parallel %[[TASK]]
relax.func @axes(%x: tensor<16x32x128xf32>, %y: tensor<16x1x128xf32>) -> tensor<16x32x128xf32> {
  %0 = relax.subtract %x, %y : (tensor<16x32x128xf32>, tensor<16x1x128xf32>) -> tensor<16x32x128xf32>
  relax.return %0 : tensor<16x32x128xf32>
}

// Few and short rows: one vector each, no tasks.
// SCRIPT: transform.tir.get_function @divide in
// SCRIPT: %{{.*}}, %[[LANES:.*]] = transform.tir.get_loops
// SCRIPT-NEXT: transform.tir.vectorize %[[LANES]]
relax.func @short(%x: tensor<100x6xf32>, %y: tensor<6xf32>) -> tensor<100x6xf32> {
  %0 = relax.divide %x, %y : (tensor<100x6xf32>, tensor<6xf32>) -> tensor<100x6xf32>
  relax.return %0 : tensor<100x6xf32>
}

// Rows that are no whole number of vectors, and those read along another axis.
// SCRIPT: transform.tir.tile_spatial
relax.func @tail(%x: tensor<100x100xf32>, %y: tensor<100xf32>) -> tensor<100x100xf32> {
  %0 = relax.maximum %x, %y : (tensor<100x100xf32>, tensor<100xf32>) -> tensor<100x100xf32>
  relax.return %0 : tensor<100x100xf32>
}
// SCRIPT: transform.tir.tile_spatial
relax.func @across(%x: tensor<64x96xf32>) -> tensor<96x64xf32> {
  %0 = relax.permute_dims %x : (tensor<64x96xf32>) -> tensor<96x64xf32>
  relax.return %0 : tensor<96x64xf32>
}
