// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --relax-pack-operands=block=2 > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --relax-pack-operands=block=2 | diff %t -
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --relax-pack-operands | FileCheck %s --check-prefix=LONG
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=64 | FileCheck %s --check-prefix=TILE
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,relax-pack-operands{block=2}" --tolerance=1e-5
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,relax-pack-operands{block=2},tir-default-cpu-schedule{vector-bits=64}" --tolerance=1e-5

// A batch of any size: blocks of columns, of which the rows share tiles.
// CHECK-LABEL: relax.func @batch
// CHECK: %[[W:.*]] = relax.constant dense<{{\[\[\[}}1.000000e+00, 2.000000e+00], [5.000000e+00, 6.000000e+00]], {{\[\[}}3.000000e+00, 4.000000e+00], [7.000000e+00, 8.000000e+00]]]> : tensor<2x2x2xf32>
// CHECK: relax.call_tir @matmul(%{{.*}}, %[[W]])
// Four columns are no block of 16.
// LONG-LABEL: relax.func @batch
// LONG: tensor<2x4xf32>
relax.func @batch(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %w = relax.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %0 = relax.matmul %x, %w : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// One row, and what is done with the result.
// CHECK-LABEL: relax.func @row
// CHECK: relax.call_tir @fused_matmul_0_add{{.*}}tensor<3x2x2xf32>
relax.func @row(%x: tensor<1x2xf32>) -> tensor<1x6xf32> {
  %w = relax.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [5.0, 6.0, 7.0, 8.0, 9.0, 10.0]]> : tensor<2x6xf32>
  %b = relax.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %0 = relax.dataflow -> tensor<1x6xf32> {
    %1 = relax.matmul %x, %w : (tensor<1x2xf32>, tensor<2x6xf32>) -> tensor<1x6xf32>
    %2 = relax.add %1, %b : (tensor<1x6xf32>, tensor<6xf32>) -> tensor<1x6xf32>
    relax.output %2 : tensor<1x6xf32>
  }
  relax.return %0 : tensor<1x6xf32>
}

// Two calls of one program, each with a constant.
// CHECK-LABEL: relax.func @twice
// CHECK-COUNT-2: relax.call_tir @matmul_{{[0-9]}}({{.*}}tensor<1x2x2xf32>
relax.func @twice(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = relax.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %v = relax.constant dense<1.5> : tensor<2x2xf32>
  %0 = relax.matmul %x, %w : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %1 = relax.matmul %0, %v : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  relax.return %1 : tensor<3x2xf32>
}

// An odd number of columns; a constant that is used elsewhere; a factor that is
// no constant; one that moves with rows.
// CHECK-LABEL: relax.func @stay
// CHECK: relax.call_tir @{{.*}}(%{{.*}}, %{{.*}}) {{.*}}tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK: relax.call_tir @{{.*}}(%{{.*}}, %{{.*}}) {{.*}}tensor<2x4xf32>) -> tensor<4x4xf32>
// CHECK: relax.call_tir @{{.*}}(%{{.*}}, %arg1) {{.*}}tensor<2x8xf32>) -> tensor<4x8xf32>
// CHECK: relax.call_tir @{{.*}}(%{{.*}}, %{{.*}}) {{.*}}tensor<2x2x4xf32>) -> tensor<2x3x4xf32>
relax.func @stay(%x: tensor<4x2xf32>, %p: tensor<2x8xf32>, %z: tensor<2x3x2xf32>) -> (tensor<4x3xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x8xf32>, tensor<2x3x4xf32>) {
  %w = relax.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %v = relax.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %u = relax.constant dense<0.5> : tensor<2x2x4xf32>
  %0 = relax.matmul %x, %w : (tensor<4x2xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = relax.matmul %x, %v : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %2 = relax.matmul %x, %p : (tensor<4x2xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  %3 = relax.matmul %z, %u : (tensor<2x3x2xf32>, tensor<2x2x4xf32>) -> tensor<2x3x4xf32>
  relax.return %0, %1, %v, %2, %3 : tensor<4x3xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x8xf32>, tensor<2x3x4xf32>
}

// A dead function stays, without a call that gives its factor.
// CHECK: tir.func private @dead(%{{.*}}: memref<2xf32>, %{{.*}}: memref<2xf32>)
tir.func private @dead(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<2xf32> to memref<2xf32>
  tir.return
}

// The load is at the number of the block and the place in it, and tiles are of
// whole blocks.
// CHECK: tir.func private @matmul(
// CHECK-SAME: memref<2x2x2xf32>
// CHECK: %[[B:.*]] = arith.divui %[[N:.*]], %c2_{{.*}} : index
// CHECK: %[[P:.*]] = arith.remui %[[N]], %c2_{{.*}} : index
// CHECK: memref.load %arg1[%[[B]], %{{.*}}, %[[P]]] : memref<2x2x2xf32>
// TILE: tir.func private @matmul(
// TILE: memref.load %arg1[{{.*}}] : memref<2x2x2xf32>
// TILE: tir.func private @fused_matmul_0_add(
// TILE: memref.alloc() : memref<1x{{[246]}}xf32>
