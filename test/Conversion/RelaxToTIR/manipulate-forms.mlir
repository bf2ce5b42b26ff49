// What operators of ManipulateOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @broadcast_to(%{{.*}}) : (tensor<1x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "broadcast_to" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<1x4xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %s = relax.shape [n, 4] : !relax.shape<[n, 4]>
  %0 = relax.broadcast_to %x, %s : (tensor<1x4xf32>, !relax.shape<[n, 4]>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sum(%{{.*}})
relax.func @main(%x: tensor<2x3x4xf32>) -> tensor<3x1xf32> {
  %s = relax.shape [3, 1] : !relax.shape<[3, 1]>
  %0 = relax.collapse_sum_to %x, %s : (tensor<2x3x4xf32>, !relax.shape<[3, 1]>) -> tensor<3x1xf32>
  relax.return %0 : tensor<3x1xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @concat(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
// CHECK: tir.block "concat" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "concat" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>> {
  %0 = relax.concat %x, %y {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @flip(%{{.*}}) : (tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: tir.block "flip" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = relax.flip %x {axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @layout_transform(%{{.*}}) : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
// CHECK: tir.block "border" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "move" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>> {
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
  relax.return %0 : tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
}

// -----

// All places of a quotient of a sum are proven to be inside: no condition.
// CHECK-LABEL: relax.func @main
// CHECK: tir.block "move"
// CHECK-NOT: tir.if
// CHECK: tir.return
relax.func @main(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> ((i * 6 + j) floordiv 4, (i * 6 + j) mod 4)>} : (tensor<2x6xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @broadcast_to(%{{.*}})
// CHECK: relax.call_tir @broadcast_to_0(%{{.*}})
relax.func @main(%x: tensor<3xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>> {
  %0:2 = relax.meshgrid %x, %y : (tensor<3xf32>, tensor<?xf32, #relax.dims<[n]>>) -> (tensor<3x?xf32, #relax.dims<[3, n]>>, tensor<3x?xf32, #relax.dims<[3, n]>>)
  relax.return %0#1 : tensor<3x?xf32, #relax.dims<[3, n]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_pad(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x7xf32, #relax.dims<[n, 7]>>
// CHECK: tir.block "border" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "pad" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x7xf32, #relax.dims<[n, 7]>> {
  %0 = relax.nn.pad %x {pad_width = array<i64: 0, 0, 1, 2>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x7xf32, #relax.dims<[n, 7]>>
  relax.return %0 : tensor<?x7xf32, #relax.dims<[n, 7]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @permute_dims(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
// CHECK: tir.block "permute_dims" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>> {
  %0 = relax.permute_dims %x {axes = array<i64: 2, 0, 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
  relax.return %0 : tensor<5x?x4xf32, #relax.dims<[5, n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @repeat(%{{.*}}) : (tensor<3x4xf32>) -> tensor<3x8xf32>
// CHECK: tir.block "repeat" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x8xf32> {
  %0 = relax.repeat %x {repeats = 2 : i64, axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x8xf32>
  relax.return %0 : tensor<3x8xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @reverse_sequence(%{{.*}}, %{{.*}}) : (tensor<5x2xf32>, tensor<2xi64>) -> tensor<5x2xf32>
// CHECK: tir.block "reverse_sequence" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<5x2xf32>, %l: tensor<2xi64>) -> tensor<5x2xf32> {
  %0 = relax.reverse_sequence %x, %l {seq_axis = 0 : i64, batch_axis = 1 : i64} : (tensor<5x2xf32>, tensor<2xi64>) -> tensor<5x2xf32>
  relax.return %0 : tensor<5x2xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @split(%{{.*}}) : (tensor<?x7xf32, #relax.dims<[n, 7]>>) -> (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>)
// CHECK: tir.block "split" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "split" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x7xf32, #relax.dims<[n, 7]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0:2 = relax.split %x {indices = array<i64: 3>, axis = 1 : i64} : (tensor<?x7xf32, #relax.dims<[n, 7]>>) -> (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>)
  relax.return %0#1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @stack(%{{.*}}, %{{.*}}) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
// CHECK: tir.block "stack" iters({{.*}} : spatial
// CHECK: tir.block "stack" iters({{.*}} : spatial
relax.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3x2xf32> {
  %0 = relax.stack %x, %y {axis = -1 : i64} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  relax.return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @tile(%{{.*}}) : (tensor<3x4xf32>) -> tensor<2x3x12xf32>
// CHECK: tir.block "tile" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4xf32>) -> tensor<2x3x12xf32> {
  %0 = relax.tile %x {repeats = array<i64: 2, 1, 3>} : (tensor<3x4xf32>) -> tensor<2x3x12xf32>
  relax.return %0 : tensor<2x3x12xf32>
}
