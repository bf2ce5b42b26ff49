// Reductions of rows that are whole numbers of vectors are scripts of
// primitives on a CPU; others are the step of a generator.
// RUN: relax-opt %s --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --symbol-dce -o %t.mlir
// RUN: relax-opt %t.mlir --tir-write-default-cpu-schedule=vector-bits=256 | FileCheck %s
// RUN: relax-opt %t.mlir --tir-default-cpu-schedule='vector-bits=256 show-steps' -o %t.cpu.mlir 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: remark: is scheduled by primitives, which 'tir-write-default-cpu-schedule' writes
// RUN: relax-interp %t.mlir --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-4
// RUN: relax-opt %t.cpu.mlir --tir-default-cpu-schedule=vector-bits=256 | diff %t.cpu.mlir -

// One row of partial results, which are vectors, as is what joins them.
// RUN: FileCheck %s --check-prefix=LOOPS --input-file=%t.cpu.mlir
// LOOPS-LABEL: tir.func {{.*}}@sum_4(
// LOOPS: tir.for parallel
// LOOPS: memref.alloc() : memref<1x32xf32>
// LOOPS: tir.for vectorized
// LOOPS: tir.for %
// LOOPS-NEXT: tir.for vectorized
// LOOPS: tir.for vectorized
// LOOPS-LABEL: tir.func

// A rest, unknown sizes, an order of magnitude that asks for blocks, one result.
// CHECK-COUNT-4: transform.tir.vectorize_reduction
relax.func @ragged(%x: tensor<64x100xf32>) -> tensor<64xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<64x100xf32>) -> tensor<64xf32>
  relax.return %0 : tensor<64xf32>
}
relax.func @dynamic(%x: tensor<?x256xf32, #relax.dims<[n, 256]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<?x256xf32, #relax.dims<[n, 256]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
relax.func @long(%x: tensor<2x32768xf32>) -> tensor<2xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<2x32768xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
relax.func @one(%x: tensor<256xf32>) -> tensor<f32> {
  %0 = relax.sum %x {axis = array<i64: 0>} : (tensor<256xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// CHECK: %[[TASK:.*]], %{{.*}} = transform.tir.split %{{.*}} [?, {{.*}}]
// CHECK-NEXT: transform.tir.split %{{.*}} [?, 32]
// CHECK-NEXT: %[[RESULT:.*]] = transform.tir.rfactor %[[BLOCK:.*]], %{{.*}} axis = 1
// CHECK-NEXT: %{{.*}}, %[[ROW:.*]], %[[LANE:.*]] = transform.tir.get_loops %[[RESULT]]
// CHECK-NEXT: transform.tir.compute_at %[[BLOCK]], %[[ROW]]
// CHECK: transform.tir.decompose_reduction %[[BLOCK]]
// CHECK: transform.tir.parallel
// CHECK: transform.tir.vectorize
// CHECK: transform.tir.vectorize
// CHECK: transform.tir.vectorize %[[LANE]]
// CHECK: apply_registered_pass "tir-compact-buffers"
relax.func @sum(%x: tensor<512x1024xf32>) -> tensor<512xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<512x1024xf32>) -> tensor<512xf32>
  relax.return %0 : tensor<512xf32>
}

// What follows goes with the results; few rows are no tasks.
// CHECK: transform.tir.rfactor
// CHECK-NOT: transform.tir.parallel
// CHECK: transform.tir.cache_write
// CHECK: transform.tir.reverse_compute_inline
relax.func @mean(%x: tensor<3x64xf32>) -> tensor<3xf32> {
  %0 = relax.mean %x {axis = array<i64: 1>} : (tensor<3x64xf32>) -> tensor<3xf32>
  relax.return %0 : tensor<3xf32>
}

// Axes in front would be joined.
// CHECK: transform.tir.vectorize_reduction
relax.func @max(%x: tensor<4x24x512xf32>) -> tensor<4x24x1xf32> {
  %0 = relax.max %x {axis = array<i64: 2>, keepdims = true} : (tensor<4x24x512xf32>) -> tensor<4x24x1xf32>
  relax.return %0 : tensor<4x24x1xf32>
}

// Integers, whose vectors are longer.
// CHECK: transform.tir.split %{{.*}} [?, 64]
// CHECK: transform.tir.rfactor
relax.func @short(%x: tensor<16x128xi16>) -> tensor<16xi16> {
  %0 = relax.prod %x {axis = array<i64: 1>} : (tensor<16x128xi16>) -> tensor<16xi16>
  relax.return %0 : tensor<16xi16>
}
