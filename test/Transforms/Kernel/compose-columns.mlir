// Reductions of the columns of a matrix that no near cache holds are scripts of
// primitives, which read lines side by side; others are the steps of generators.
// RUN: relax-opt %s --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --symbol-dce -o %t.mlir
// RUN: relax-opt %t.mlir --tir-write-default-cpu-schedule=vector-bits=256 | FileCheck %s
// RUN: relax-opt %t.mlir --tir-default-cpu-schedule='vector-bits=256 show-steps' -o %t.steps.mlir 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: "matmul"
// STEPS: remark: is scheduled by primitives, which 'tir-write-default-cpu-schedule' writes
// RUN: relax-interp %t.mlir --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-4
// RUN: relax-opt %t.mlir --tir-default-cpu-schedule=vector-bits=256 -o %t.cpu.mlir
// RUN: relax-opt %t.cpu.mlir --tir-default-cpu-schedule=vector-bits=256 | diff %t.cpu.mlir -

// A matrix that caches hold; lines that 4 does not divide; no whole vectors; a
// size that the run tells; short lines.
// CHECK-COUNT-5: transform.tir.tile_reduction
// CHECK-NOT: transform.tir.tile_reduction
relax.func @near(%x: tensor<1x32xf32>, %w: tensor<32x2048xf32>) -> tensor<1x2048xf32> {
  %0 = relax.matmul %x, %w : (tensor<1x32xf32>, tensor<32x2048xf32>) -> tensor<1x2048xf32>
  relax.return %0 : tensor<1x2048xf32>
}
relax.func @odd_lines(%x: tensor<1x129xf32>, %w: tensor<129x2048xf32>) -> tensor<1x2048xf32> {
  %0 = relax.matmul %x, %w : (tensor<1x129xf32>, tensor<129x2048xf32>) -> tensor<1x2048xf32>
  relax.return %0 : tensor<1x2048xf32>
}
relax.func @odd_columns(%x: tensor<1x128xf32>, %w: tensor<128x2051xf32>) -> tensor<1x2051xf32> {
  %0 = relax.matmul %x, %w : (tensor<1x128xf32>, tensor<128x2051xf32>) -> tensor<1x2051xf32>
  relax.return %0 : tensor<1x2051xf32>
}
relax.func @unknown(%x: tensor<1x?xf32, #relax.dims<[1, n]>>, %w: tensor<?x2048xf32, #relax.dims<[n, 2048]>>) -> tensor<1x2048xf32> {
  %0 = relax.matmul %x, %w : (tensor<1x?xf32, #relax.dims<[1, n]>>, tensor<?x2048xf32, #relax.dims<[n, 2048]>>) -> tensor<1x2048xf32>
  relax.return %0 : tensor<1x2048xf32>
}

relax.func @short_lines(%x: tensor<640x1024xf32>) -> tensor<1024xf32> {
  %0 = relax.sum %x {axis = array<i64: 0>} : (tensor<640x1024xf32>) -> tensor<1024xf32>
  relax.return %0 : tensor<1024xf32>
}

// A long sum is one of blocks.
// CHECK: transform.tir.split %{{.*}} [?, 320]
// CHECK: transform.tir.rfactor
// CHECK: transform.tir.split %{{.*}} [?, 512]
// CHECK: transform.tir.compute_at
// CHECK: transform.tir.split %{{.*}} [?, 8]
// CHECK-COUNT-2: transform.tir.decompose_reduction
relax.func @sums(%x: tensor<640x2048xf32>) -> tensor<2048xf32> {
  %0 = relax.sum %x {axis = array<i64: 0>} : (tensor<640x2048xf32>) -> tensor<2048xf32>
  relax.return %0 : tensor<2048xf32>
}

// A maximum needs no blocks.
// CHECK-NOT: transform.tir.rfactor
// CHECK: transform.tir.split %{{.*}} [?, 8]
relax.func @maxima(%x: tensor<640x2048xf32>) -> tensor<2048xf32> {
  %0 = relax.max %x {axis = array<i64: 0>} : (tensor<640x2048xf32>) -> tensor<2048xf32>
  relax.return %0 : tensor<2048xf32>
}

// A bias goes with the results of a task.
// CHECK: transform.tir.split %{{.*}} [?, 1024]
// CHECK: %[[RESULT:.*]] = transform.tir.cache_write %{{.*}}[0] "global"
// CHECK-NEXT: transform.tir.reverse_compute_at %[[RESULT]]
// CHECK: transform.tir.split %{{.*}} [?, 32]
// CHECK: transform.tir.split %{{.*}} [?, 8]
// CHECK: transform.tir.reorder
// CHECK: transform.tir.decompose_reduction
// CHECK: transform.tir.unroll
// CHECK: transform.tir.parallel
// CHECK: transform.tir.reverse_compute_inline
relax.func @row(%x: tensor<1x128xf32>, %w: tensor<128x4096xf32>, %b: tensor<4096xf32>) -> tensor<1x4096xf32> {
  %0 = relax.dataflow -> tensor<1x4096xf32> {
    %1 = relax.matmul %x, %w : (tensor<1x128xf32>, tensor<128x4096xf32>) -> tensor<1x4096xf32>
    %2 = relax.add %1, %b : (tensor<1x4096xf32>, tensor<4096xf32>) -> tensor<1x4096xf32>
    relax.output %2 : tensor<1x4096xf32>
  }
  relax.return %0 : tensor<1x4096xf32>
}
