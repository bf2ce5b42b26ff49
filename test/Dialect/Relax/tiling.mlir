// Upstream's transform ops tile and fuse our operators.
// RUN: relax-opt %s --split-input-file --transform-interpreter --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @matmul
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c8 step %c4
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %c12 step %c5
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [4, 16] [1, 1]
// CHECK: %[[Y:.*]] = tensor.extract_slice %arg1[0, %[[J]]] [16, %{{.*}}] [1, 1]
// CHECK: %[[Z:.*]] = relax.matmul %[[X]], %[[Y]] : (tensor<4x16xf32>, tensor<16x?xf32>) -> tensor<4x?xf32>
// CHECK: tensor.insert_slice %[[Z]] into %{{.*}}[%[[I]], %[[J]]]
func.func @matmul(%x: tensor<8x16xf32>, %y: tensor<16x12xf32>) -> tensor<8x12xf32> {
  %0 = relax.matmul %x, %y : (tensor<8x16xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["relax.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [4, 5, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A producer goes into the loop of its consumer, and nothing stays of it.
// CHECK-LABEL: relax.func @fuse
// CHECK-NOT: relax.matmul %arg0
// CHECK: scf.for
// CHECK: relax.matmul %{{.*}}, %arg1 : (tensor<?x16xf32>, tensor<16x12xf32>) -> tensor<?x12xf32>
// CHECK: relax.add
// CHECK: relax.exp
// CHECK: relax.return
relax.func @fuse(%x: tensor<?x16xf32, #relax.dims<[n, 16]>>, %y: tensor<16x12xf32>, %b: tensor<12xf32>) -> tensor<?x12xf32, #relax.dims<[n, 12]>> {
  %0 = relax.matmul %x, %y : (tensor<?x16xf32, #relax.dims<[n, 16]>>, tensor<16x12xf32>) -> tensor<?x12xf32, #relax.dims<[n, 12]>>
  %1 = relax.add %0, %b : (tensor<?x12xf32, #relax.dims<[n, 12]>>, tensor<12xf32>) -> tensor<?x12xf32, #relax.dims<[n, 12]>>
  %2 = relax.exp %1 : tensor<?x12xf32, #relax.dims<[n, 12]>>
  relax.return %2 : tensor<?x12xf32, #relax.dims<[n, 12]>>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["relax.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.fuse %op tile_sizes [4, 0] {apply_cleanup} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A window reaches beyond its tile of the operand.
// CHECK-LABEL: func.func @conv2d
// CHECK: scf.forall (%[[C:.*]], %[[H:.*]]) in (2, 3)
// CHECK: affine.apply
// CHECK: tensor.extract_slice %arg0[0, 0, %{{.*}}, 0] [1, 3, 5, 13] [1, 1, 1, 1]
// CHECK: tensor.extract_slice %arg1[%{{.*}}, 0, 0, 0] [4, 3, 3, 3] [1, 1, 1, 1]
// CHECK: relax.nn.conv2d {{.*}} -> tensor<1x4x2x6xf32>
// CHECK: tensor.parallel_insert_slice
func.func @conv2d(%x: tensor<1x3x13x13xf32>, %y: tensor<8x3x3x3xf32>) -> tensor<1x8x6x6xf32> {
  %0 = relax.nn.conv2d %x, %y {strides = array<i64: 2, 2>} : (tensor<1x3x13x13xf32>, tensor<8x3x3x3xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["relax.nn.conv2d"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %op tile_sizes [0, 4, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @sum
// CHECK: scf.for
// CHECK: relax.sum %{{.*}} {{.*}} : (tensor<2x12xf32>) -> tensor<2x1xf32>
func.func @sum(%x: tensor<8x12xf32>) -> tensor<8x1xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>, keepdims = true} : (tensor<8x12xf32>) -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["relax.sum"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
