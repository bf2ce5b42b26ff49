// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s

// Sizes that may differ: what is 1 is read at 0, anything else is an error.
// CHECK-LABEL: tir.func private @add(
// CHECK-SAME: %[[X:.*]]: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %[[Y:.*]]: memref<?x4xf32> {tir.dims = #relax.dims<[m, 4]>}, %[[Z:.*]]: memref<?x4xf32>
// CHECK-DAG: %[[M:.*]] = memref.dim %[[Y]], %{{.*}}
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[M]], %{{.*}} : index
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[M]], %{{.*}} : index
// CHECK: %[[FITS:.*]] = arith.ori %[[ONE]], %[[SAME]] : i1
// CHECK: tir.assert %[[FITS]], "operand #1 of add has size m on axis 0, expected 1 or n"
// CHECK: tir.block "add" iters(%[[I:.*]] : spatial {{.*}}, %[[J:.*]] : spatial
// CHECK: memref.load %[[X]][%[[I]], %[[J]]]
// CHECK: %[[ROW:.*]] = arith.select %[[ONE]], %{{.*}}, %[[I]] : index
// CHECK: memref.load %[[Y]][%[[ROW]], %[[J]]]
relax.func @maybe(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// Sizes that are provably equal, and ones that are always 1: nothing is asked.
// CHECK-LABEL: tir.func private @add(
// CHECK-NOT: tir.assert
// CHECK-NOT: arith.select
// CHECK: tir.return
relax.func @same(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.add %x, %y : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %one = relax.constant dense<1.0> : tensor<1x4xf32>
  %1 = relax.multiply %0, %one : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<1x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: tir.func private @where(
// CHECK: tir.assert {{.*}} "operand #0 of where has size a on axis 0, expected 1 or c"
// CHECK: tir.assert {{.*}} "operand #1 of where has size b on axis 0, expected 1 or c"
// CHECK-NOT: tir.assert
// CHECK: tir.return
relax.func @chosen(%c: tensor<?xi1, #relax.dims<[a]>>, %x: tensor<?xf32, #relax.dims<[b]>>, %y: tensor<?xf32, #relax.dims<[c]>>) -> tensor<?xf32, #relax.dims<[c]>> {
  %0 = relax.where %c, %x, %y : (tensor<?xi1, #relax.dims<[a]>>, tensor<?xf32, #relax.dims<[b]>>, tensor<?xf32, #relax.dims<[c]>>) -> tensor<?xf32, #relax.dims<[c]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[c]>>
}

// -----

// The batches of matrices, and the axis that is summed over, which is never 1
// on one side only.
// CHECK-LABEL: tir.func private @matmul(
// CHECK: tir.assert {{.*}} "sizes of the axes that are summed over differ"
// CHECK: tir.assert {{.*}} "operand #0 of matmul has size a on axis 0, expected 1 or b"
// CHECK-NOT: tir.assert
// CHECK: tir.return
relax.func @matrices(%x: tensor<?x2x?xf32, #relax.dims<[a, 2, k]>>, %y: tensor<?x?x3xf32, #relax.dims<[b, l, 3]>>) -> tensor<?x2x3xf32, #relax.dims<[b, 2, 3]>> {
  %0 = relax.matmul %x, %y : (tensor<?x2x?xf32, #relax.dims<[a, 2, k]>>, tensor<?x?x3xf32, #relax.dims<[b, l, 3]>>) -> tensor<?x2x3xf32, #relax.dims<[b, 2, 3]>>
  relax.return %0 : tensor<?x2x3xf32, #relax.dims<[b, 2, 3]>>
}

// -----

// CHECK-LABEL: tir.func private @einsum(
// CHECK: tir.assert {{.*}} "operand #0 of einsum has size n on axis 0, expected 1 or that of the other operands"
// CHECK: tir.assert {{.*}} "operand #1 of einsum has size m on axis 0, expected 1 or that of the other operands"
// CHECK-NOT: tir.assert
// CHECK: tir.return
relax.func @summed(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32> {
  %0 = relax.einsum %x, %y {subscripts = "i,i->"} : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: tir.func private @broadcast_to(
// CHECK: tir.assert {{.*}} "operand #0 of broadcast_to has size n on axis 0, expected 1 or 4"
relax.func @repeated(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<4xf32> {
  %s = relax.shape [4] : !relax.shape<[4]>
  %0 = relax.broadcast_to %x, %s : (tensor<?xf32, #relax.dims<[n]>>, !relax.shape<[4]>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: tir.func private @index_tensor(
// CHECK: tir.assert {{.*}} "operand #1 of index_tensor has size n on axis 0, expected 1 or m"
// CHECK-LABEL: tir.func private @index_put(
// CHECK: tir.assert {{.*}} "operand #1 of index_put has size n on axis 0, expected 1 or that of the other operands"
relax.func @places(%x: tensor<4x5xf32>, %i: tensor<?xi64, #relax.dims<[n]>>, %j: tensor<?xi64, #relax.dims<[m]>>, %v: tensor<?xf32, #relax.dims<[m]>>) -> tensor<4x5xf32> {
  %0 = relax.index_tensor %x, %i, %j : (tensor<4x5xf32>, tensor<?xi64, #relax.dims<[n]>>, tensor<?xi64, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.index_put %x, %i, %j, %v : (tensor<4x5xf32>, tensor<?xi64, #relax.dims<[n]>>, tensor<?xi64, #relax.dims<[m]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<4x5xf32>
  relax.return %1 : tensor<4x5xf32>
}
