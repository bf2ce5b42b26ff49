// Operators that move elements stay split, and so do look-ups and losses.
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding | FileCheck %s

// Heads of attention are cut out of the columns of a product and joined again.
// CHECK-LABEL: relax.func @heads(%arg0: tensor<2x6x8xf32> {relax.sharding = "[2] [S[2]]"}) -> tensor<2x6x8xf32>
// CHECK: relax.reshape {{.*}} -> tensor<2x6x2x4xf32>
// CHECK-NEXT: relax.permute_dims {{.*}} -> tensor<2x2x6x4xf32>
// CHECK: relax.reshape {{.*}} -> tensor<2x6x8xf32>
// CHECK-NEXT: relax.return
relax.device_mesh @mesh [2]
relax.func @heads(%x: tensor<2x6x16xf32>) -> tensor<2x6x16xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[2]] : tensor<2x6x16xf32>
  %s = relax.shape [2, 6, 4, 4] : !relax.shape<[2, 6, 4, 4]>
  %1 = relax.reshape %0, %s : (tensor<2x6x16xf32>, !relax.shape<[2, 6, 4, 4]>) -> tensor<2x6x4x4xf32>
  %2 = relax.permute_dims %1 {axes = array<i64: 0, 2, 1, 3>} : (tensor<2x6x4x4xf32>) -> tensor<2x4x6x4xf32>
  %3 = relax.permute_dims %2 {axes = array<i64: 0, 2, 1, 3>} : (tensor<2x4x6x4xf32>) -> tensor<2x6x4x4xf32>
  %t = relax.shape [2, 6, 16] : !relax.shape<[2, 6, 16]>
  %4 = relax.reshape %3, %t : (tensor<2x6x4x4xf32>, !relax.shape<[2, 6, 16]>) -> tensor<2x6x16xf32>
  %5 = relax.dist.annotate_sharding %4 on @mesh [S[2]] : tensor<2x6x16xf32>
  relax.return %5 : tensor<2x6x16xf32>
}

// -----

// Three heads are no two parts, though the workers divide the columns.
// CHECK-LABEL: relax.func @uneven(
// CHECK: %[[X:.*]] = relax.ccl.allgather
// CHECK: relax.reshape {{.*}} -> tensor<6x3x4xf32>
relax.device_mesh @mesh [2]
relax.func @uneven(%x: tensor<6x12xf32>) -> tensor<6x3x4xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<6x12xf32>
  %s = relax.shape [6, 3, 4] : !relax.shape<[6, 3, 4]>
  %1 = relax.reshape %0, %s : (tensor<6x12xf32>, !relax.shape<[6, 3, 4]>) -> tensor<6x3x4xf32>
  relax.return %1 : tensor<6x3x4xf32>
}

// -----

// A broadcast makes only a worker's copies; slices of columns, and what is
// joined along them, keep the rows apart.
// CHECK-LABEL: relax.func @rows(%arg0: tensor<2x6xf32> {relax.sharding = "[2] [S[0]]"}) -> tensor<3x2x6xf32>
// CHECK: relax.strided_slice {{.*}} -> tensor<2x2xf32>
// CHECK: relax.strided_slice {{.*}} -> tensor<2x3xf32>
// CHECK: relax.concat {{.*}} -> tensor<2x5xf32>
// CHECK: relax.concat {{.*}} -> tensor<2x6xf32>
// CHECK: relax.broadcast_to {{.*}} -> tensor<3x2x6xf32>
// CHECK-NEXT: relax.return
relax.device_mesh @mesh [2]
relax.func @rows(%x: tensor<4x6xf32>) -> tensor<3x4x6xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4x6xf32>
  %1 = relax.strided_slice %0 {axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<3>]} : (tensor<4x6xf32>) -> tensor<4x2xf32>
  %2 = relax.strided_slice %0 {axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<3>]} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %3 = relax.concat %1, %2 {axis = 1 : i64} : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
  %4 = relax.sum %3 {axis = array<i64: 1>, keepdims = true} : (tensor<4x5xf32>) -> tensor<4x1xf32>
  %5 = relax.concat %4, %3 {axis = -1 : i64} : (tensor<4x1xf32>, tensor<4x5xf32>) -> tensor<4x6xf32>
  %s = relax.shape [3, 4, 6] : !relax.shape<[3, 4, 6]>
  %6 = relax.broadcast_to %5, %s : (tensor<4x6xf32>, !relax.shape<[3, 4, 6]>) -> tensor<3x4x6xf32>
  %7 = relax.dist.annotate_sharding %6 on @mesh [S[1]] : tensor<3x4x6xf32>
  relax.return %7 : tensor<3x4x6xf32>
}

// -----

// Each worker looks its places up, and of a loss has its part of the sum.
// CHECK-LABEL: relax.func @loss(%arg0: tensor<2x3xi64> {relax.sharding = "[2] [S[0]]"}, %arg1: tensor<2x3xi64> {relax.sharding = "[2] [S[0]]"}, %arg2: tensor<7x5xf32>) -> tensor<f32>
// CHECK: relax.take {{.*}} -> tensor<2x3x5xf32>
// CHECK: relax.permute_dims {{.*}} -> tensor<2x5x3xf32>
// CHECK: %[[L:.*]] = relax.nn.nll_loss {{.*}} -> tensor<f32>
// CHECK-NEXT: %[[S:.*]] = relax.ccl.allreduce %[[L]] {mesh = array<i64: 2>, mesh_axes = array<i64: 0>} : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT: relax.return %[[S]]
relax.device_mesh @mesh [2]
relax.func @loss(%i: tensor<4x3xi64>, %t: tensor<4x3xi64>, %e: tensor<7x5xf32>) -> tensor<f32> {
  %0 = relax.dist.annotate_sharding %i on @mesh [S[0]] : tensor<4x3xi64>
  %1 = relax.dist.annotate_sharding %t on @mesh [S[0]] : tensor<4x3xi64>
  %2 = relax.take %e, %0 {axis = 0 : i64} : (tensor<7x5xf32>, tensor<4x3xi64>) -> tensor<4x3x5xf32>
  %3 = relax.permute_dims %2 {axes = array<i64: 0, 2, 1>} : (tensor<4x3x5xf32>) -> tensor<4x5x3xf32>
  %4 = relax.nn.nll_loss %3, %1 {reduction = "sum"} : (tensor<4x5x3xf32>, tensor<4x3xi64>) -> tensor<f32>
  relax.return %4 : tensor<f32>
}

// -----

// The derivatives by a table of look-ups are a sum over workers.
// CHECK-LABEL: relax.func @table(
// CHECK: %[[L:.*]] = relax.grad.nll_loss_backward {{.*}} -> tensor<2x5xf32>
// CHECK: %[[G:.*]] = relax.grad.take_backward %[[L]], {{.*}} -> tensor<7x5xf32>
// CHECK-NEXT: relax.ccl.allreduce %[[G]]
relax.device_mesh @mesh [2]
relax.func @table(%g: tensor<4xf32>, %p: tensor<4x5xf32>, %i: tensor<4xi64>, %e: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = relax.dist.annotate_sharding %i on @mesh [S[0]] : tensor<4xi64>
  %1 = relax.grad.nll_loss_backward %g, %p, %0 {reduction = "none"} : (tensor<4xf32>, tensor<4x5xf32>, tensor<4xi64>) -> tensor<4x5xf32>
  %2 = relax.grad.take_backward %1, %e, %0 {axis = 0 : i64} : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<4xi64>) -> tensor<7x5xf32>
  relax.return %2 : tensor<7x5xf32>
}

// -----

// Heads of attention, of keys fewer than of queries; with a mask the places of
// queries are whole.
// CHECK-LABEL: relax.func @attention(%arg0: tensor<2x4x4x8xf32> {relax.sharding = "[2] [S[2]]"}, %arg1: tensor<2x6x2x8xf32> {relax.sharding = "[2] [S[2]]"}, %arg2: tensor<2x2x8x8xf32> {relax.sharding = "[2] [S[1]]"})
// CHECK: relax.nn.attention %arg0, %arg1, %arg1 : {{.*}} -> tensor<2x4x4x8xf32>
// CHECK: relax.ccl.allgather
// CHECK: relax.nn.attention {{.*}}TopLeft{{.*}} -> tensor<2x4x8x8xf32>
relax.device_mesh @mesh [2]
relax.func @attention(%q: tensor<2x4x8x8xf32>, %k: tensor<2x6x4x8xf32>, %m: tensor<2x4x8x8xf32>) -> (tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) {
  %0 = relax.dist.annotate_sharding %q on @mesh [S[2]] : tensor<2x4x8x8xf32>
  %1 = relax.dist.annotate_sharding %k on @mesh [S[2]] : tensor<2x6x4x8xf32>
  %2 = relax.nn.attention %0, %1, %1 : (tensor<2x4x8x8xf32>, tensor<2x6x4x8xf32>, tensor<2x6x4x8xf32>) -> tensor<2x4x8x8xf32>
  %3 = relax.dist.annotate_sharding %m on @mesh [S[1]] : tensor<2x4x8x8xf32>
  %4 = relax.nn.attention %3, %3, %3 {causal_mask = "TopLeft"} : (tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  relax.return %2, %4 : tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>
}

// -----

// Sums over workers that are added are exchanged once.
// CHECK-LABEL: relax.func @sums(
// CHECK: relax.matmul
// CHECK: relax.matmul
// CHECK-NEXT: %[[S:.*]] = relax.add
// CHECK-NEXT: relax.ccl.allreduce %[[S]]
// CHECK-NOT: relax.ccl
relax.device_mesh @mesh [2]
relax.func @sums(%x: tensor<4x6xf32>, %w: tensor<6x2xf32>, %v: tensor<6x2xf32>) -> tensor<4x2xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<4x6xf32>
  %1 = relax.matmul %0, %w : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  %2 = relax.matmul %0, %v : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  %3 = relax.add %1, %2 : tensor<4x2xf32>
  relax.return %3 : tensor<4x2xf32>
}

// -----

// A branch is computed whole by each worker; what it reads is gathered.
// CHECK-LABEL: relax.func @branch(%arg0: tensor<2xf32> {relax.sharding = "[2] [S[0]]"}, %arg1: tensor<i1>, %arg2: tensor<4x2xf32>)
// CHECK: %[[X:.*]] = relax.ccl.allgather %arg0
// CHECK: %[[S:.*]] = relax.shape [4]
// CHECK: relax.if %arg1
// CHECK-NEXT: relax.add %[[X]], %[[X]]
// CHECK: else
// CHECK: relax.split
// CHECK: relax.reshape %{{.*}}, %[[S]]
relax.device_mesh @mesh [2]
relax.func @branch(%x: tensor<4xf32>, %c: tensor<i1>, %y: tensor<4x2xf32>) -> tensor<4xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  %s = relax.shape [4] : !relax.shape<[4]>
  %1 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %2 = relax.add %0, %0 : tensor<4xf32>
    relax.yield %2 : tensor<4xf32>
  } else {
    %3:2 = relax.split %y {sections = 2 : i64, axis = 1 : i64} : (tensor<4x2xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>)
    %4 = relax.reshape %3#0, %s : (tensor<4x1xf32>, !relax.shape<[4]>) -> tensor<4xf32>
    relax.yield %4 : tensor<4xf32>
  }
  relax.return %1 : tensor<4xf32>
}

// -----

// Parts along another axis than the one that is cut; along that one a part of a
// result would be of one worker alone.
// CHECK-LABEL: relax.func @cut(
// CHECK: relax.split %arg0 {axis = 1 : i64, sections = 2 : i64} : (tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
// CHECK: %[[WHOLE:.*]] = relax.ccl.allgather %arg0
// CHECK: relax.split %[[WHOLE]] {sections = 2 : i64} : (tensor<8x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
relax.device_mesh @mesh [2]
relax.func @cut(%x: tensor<8x6xf32>) -> (tensor<8x3xf32>, tensor<4x6xf32>) {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x6xf32>
  %1:2 = relax.split %0 {sections = 2 : i64, axis = 1 : i64} : (tensor<8x6xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>)
  %2 = relax.add %1#0, %1#1 : tensor<8x3xf32>
  %3:2 = relax.split %0 {sections = 2 : i64} : (tensor<8x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  %4 = relax.add %3#0, %3#1 : tensor<4x6xf32>
  relax.return %2, %4 : tensor<8x3xf32>, tensor<4x6xf32>
}
