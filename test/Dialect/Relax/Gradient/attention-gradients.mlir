// Derivatives of attention.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<2x2x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<2x2x4x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<2x2x4x3xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<2x2x3x3xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<2x2x2x4xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<2x2x3x4xf32>
// CHECK-DAG: relax.nn.softmax %{{.*}}{axis = 3 : i64}{{.*}}: tensor<2x2x3x4xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<2x2x4x3xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<2x2x4x3xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<2x4x2x3xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<2x2x3x4xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<2x2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<2x2x3x4xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 3>, keepdims = true}{{.*}} -> tensor<2x2x3x1xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<2x2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<2x2x3x4xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<2x2x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<2x3x2x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<2x2x4x3xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<2x2x4x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<2x4x2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3x2x2xf32>, %arg1: tensor<2x4x2x2xf32>, %arg2: tensor<2x4x2x3xf32>) -> tensor<f32> {
  %0 = relax.nn.attention %arg0, %arg1, %arg2 : (tensor<2x3x2x2xf32>, tensor<2x4x2x2xf32>, tensor<2x4x2x3xf32>) -> tensor<2x3x2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3x2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.arange {dtype = f32, end = #relax.expr<m>, start = #relax.expr<m - n>, step = #relax.expr<1>}{{.*}} -> tensor<?xf32, #relax.dims<[n]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<?x1xf32, #relax.dims<[n, 1]>>
// CHECK-DAG: relax.arange {dtype = f32, end = #relax.expr<m>, start = #relax.expr<0>, step = #relax.expr<1>}{{.*}} -> tensor<?xf32, #relax.dims<[m]>>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x?xf32, #relax.dims<[1, m]>>
// CHECK-DAG: relax.less_equal %{{.*}} -> tensor<?x?xi1, #relax.dims<[n, m]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, n, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, m, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, m, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, n, 2]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, n, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<?x2x2x?xf32, #relax.dims<[b, 2, 2, m]>>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.where %{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.nn.softmax %{{.*}}{axis = 3 : i64}{{.*}}: tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[b, 2, m, n]>>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, m, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<?x?x2x2xf32, #relax.dims<[b, m, 2, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<?x2x2x?xf32, #relax.dims<[b, 2, 2, m]>>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 3>, keepdims = true}{{.*}} -> tensor<?x2x?x1xf32, #relax.dims<[b, 2, n, 1]>>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<?x2x?x?xf32, #relax.dims<[b, 2, n, m]>>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, n, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<?x?x2x2xf32, #relax.dims<[b, n, 2, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<?x2x?x?xf32, #relax.dims<[b, 2, m, n]>>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<?x2x?x2xf32, #relax.dims<[b, 2, m, 2]>>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<?x?x2x2xf32, #relax.dims<[b, m, 2, 2]>>
// CHECK: relax.return
relax.func @main(%arg0: tensor<?x?x2x2xf32, #relax.dims<[b, n, 2, 2]>>, %arg1: tensor<?x?x2x2xf32, #relax.dims<[b, m, 2, 2]>>, %arg2: tensor<?x?x2x2xf32, #relax.dims<[b, m, 2, 2]>>) -> tensor<f32> {
  %0 = relax.nn.attention %arg0, %arg1, %arg2 {causal_mask = "BottomRight"} : (tensor<?x?x2x2xf32, #relax.dims<[b, n, 2, 2]>>, tensor<?x?x2x2xf32, #relax.dims<[b, m, 2, 2]>>, tensor<?x?x2x2xf32, #relax.dims<[b, m, 2, 2]>>) -> tensor<?x?x2x2xf32, #relax.dims<[b, n, 2, 2]>>
  %1 = relax.sum %0 : (tensor<?x?x2x2xf32, #relax.dims<[b, n, 2, 2]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<1x2x3x2xf32>
// CHECK-DAG: relax.repeat %{{.*}}{axis = 2 : i64, repeats = 2 : i64}{{.*}} -> tensor<1x4x2x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<1x2x4x2xf32>
// CHECK-DAG: relax.repeat %{{.*}}{axis = 2 : i64, repeats = 2 : i64}{{.*}} -> tensor<1x4x2x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<1x2x4x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<1x2x3x2xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<1x2x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<1x2x2x4xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<1x2x3x4xf32>
// CHECK-DAG: relax.add %{{.*}} -> tensor<1x2x3x4xf32>
// CHECK-DAG: relax.nn.softmax %{{.*}}{axis = 3 : i64}{{.*}}: tensor<1x2x3x4xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<1x2x4x3xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<1x2x4x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<1x4x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x4x1x2x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 3>}{{.*}} -> tensor<1x4x1x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<1x2x2x4xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<1x2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}} -> tensor<1x2x3x4xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 3>, keepdims = true}{{.*}} -> tensor<1x2x3x1xf32>
// CHECK-DAG: relax.subtract %{{.*}} -> tensor<1x2x3x4xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<1x2x3x4xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 2>}{{.*}} -> tensor<1x2x4xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x2x1x4xf32>
// CHECK-DAG: relax.multiply %{{.*}}: tensor<1x2x3x4xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<1x2x3x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<1x3x2x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 1, 3, 2>}{{.*}} -> tensor<1x2x4x3xf32>
// CHECK-DAG: relax.matmul %{{.*}} -> tensor<1x2x4x2xf32>
// CHECK-DAG: relax.permute_dims %{{.*}}{axes = array<i64: 0, 2, 1, 3>}{{.*}} -> tensor<1x4x2x2xf32>
// CHECK-DAG: relax.reshape %{{.*}} -> tensor<1x4x1x2x2xf32>
// CHECK-DAG: relax.sum %{{.*}}{axis = array<i64: 3>}{{.*}} -> tensor<1x4x1x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<1x3x2x2xf32>, %arg1: tensor<1x4x1x2xf32>, %arg2: tensor<1x4x1x2xf32>, %arg3: tensor<1x2x1x4xf32>) -> tensor<f32> {
  %0 = relax.nn.attention_bias %arg0, %arg1, %arg2, %arg3 : (tensor<1x3x2x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x2x1x4xf32>) -> tensor<1x3x2x2xf32>
  %1 = relax.sum %0 : (tensor<1x3x2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
