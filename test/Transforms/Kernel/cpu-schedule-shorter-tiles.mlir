// Rows that no whole number of tiles covers, in tiles of which some have one row
// less.
// RUN: relax-opt %s --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | diff %t -
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5
// RUN: %same-results="relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=512}" --tolerance=1e-5

// 64 rows are 9 tiles of 6, and 2 of 5 from row 54 on.
// CHECK-LABEL: tir.func private @matmul(
// CHECK: memref.alloc() : memref<6x16xf32>
// CHECK: tir.for %[[TILE:.*]] = %{{.*}} to %c9{{.*}} {
// CHECK-NEXT: %c6{{.*}} = arith.constant 6
// CHECK-NEXT: arith.muli %[[TILE]], %c6
// CHECK: memref.alloc() : memref<5x16xf32>
// CHECK: tir.for %[[TILE:.*]] = %{{.*}} to %{{.*}} {
// CHECK-NEXT: %c5{{.*}} = arith.constant 5
// CHECK-NEXT: %[[ROW:.*]] = arith.muli %[[TILE]], %c5
// CHECK-NEXT: arith.addi %[[ROW]], %c9
relax.func @known(%x: tensor<64x80xf32>, %w: tensor<80x16xf32>) -> tensor<64x16xf32> {
  %0 = relax.matmul %x, %w : (tensor<64x80xf32>, tensor<80x16xf32>) -> tensor<64x16xf32>
  relax.return %0 : tensor<64x16xf32>
}

// One row of 197 twice, too few steps, and an unknown number: the last tile
// begins earlier.
// CHECK-LABEL: tir.func private @matmul_0(
// CHECK-NOT: memref<5x
// CHECK-LABEL: tir.func private @matmul_1(
// CHECK-NOT: memref<5x
// CHECK-LABEL: tir.func private @matmul_2(
// CHECK-NOT: memref<5x
// CHECK: tir.return
relax.func @little(%x: tensor<197x80xf32>, %w: tensor<80x16xf32>) -> tensor<197x16xf32> {
  %0 = relax.matmul %x, %w : (tensor<197x80xf32>, tensor<80x16xf32>) -> tensor<197x16xf32>
  relax.return %0 : tensor<197x16xf32>
}
relax.func @shallow(%x: tensor<64x8xf32>, %w: tensor<8x16xf32>) -> tensor<64x16xf32> {
  %0 = relax.matmul %x, %w : (tensor<64x8xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
  relax.return %0 : tensor<64x16xf32>
}
relax.func @unknown(%x: tensor<?x80xf32, #relax.dims<[n, 80]>>, %w: tensor<80x16xf32>) -> tensor<?x16xf32, #relax.dims<[n, 16]>> {
  %0 = relax.matmul %x, %w : (tensor<?x80xf32, #relax.dims<[n, 80]>>, tensor<80x16xf32>) -> tensor<?x16xf32, #relax.dims<[n, 16]>>
  relax.return %0 : tensor<?x16xf32, #relax.dims<[n, 16]>>
}

// An epilogue that is written once for all rows of a tile.
// CHECK-LABEL: tir.func private @fused_matmul_tanh(
// CHECK: memref.alloc() : memref<6x16xf32>
// CHECK: memref.alloc() : memref<5x16xf32>
// CHECK: math.tanh
relax.func @heavy(%x: tensor<64x80xf32>, %w: tensor<80x16xf32>) -> tensor<64x16xf32> {
  %r = relax.dataflow -> tensor<64x16xf32> {
    %0 = relax.matmul %x, %w : (tensor<64x80xf32>, tensor<80x16xf32>) -> tensor<64x16xf32>
    %1 = relax.tanh %0 : tensor<64x16xf32>
    relax.output %1 : tensor<64x16xf32>
  }
  relax.return %r : tensor<64x16xf32>
}
