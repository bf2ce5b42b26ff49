// RUN: relax-opt %s --relax-align-ranks | FileCheck %s
// RUN: relax-opt %s --relax-align-ranks --relax-align-ranks | FileCheck %s
// RUN: %same-results=relax-align-ranks

// A constant that two ops use, a first operand, and one that also keeps a user
// of its own rank.
// CHECK-LABEL: @align
// CHECK-DAG: %[[P:.*]] = relax.constant dense<{{.*}}> : tensor<1x2x1xf32>
// CHECK-DAG: %[[Q:.*]] = relax.constant dense<{{.*}}> : tensor<1x2x1xf32>
// CHECK-DAG: %[[R:.*]] = relax.constant dense<{{.*}}> : tensor<1x1x4xf32>
// CHECK-DAG: %[[S:.*]] = relax.constant dense<{{.*}}> : tensor<4xf32>
// CHECK: relax.multiply %{{.*}}, %[[P]]
// CHECK: relax.add %{{.*}}, %[[Q]]
// CHECK: relax.subtract %[[R]], %{{.*}}
// CHECK: relax.exp %[[S]]
relax.func @align(%x: tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>) -> (tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>, tensor<4xf32>) {
  %w = relax.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %v = relax.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = relax.multiply %x, %w : (tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>, tensor<2x1xf32>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
  %1 = relax.add %0, %w : (tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>, tensor<2x1xf32>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
  %2 = relax.subtract %v, %1 : (tensor<4xf32>, tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
  %3 = relax.exp %v : tensor<4xf32>
  relax.return %2, %3 : tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>, tensor<4xf32>
}

// A number, the same rank, what is no constant, and what does not broadcast.
// CHECK-LABEL: @stay
// CHECK: relax.constant dense<2.000000e+00> : tensor<f32>
// CHECK: relax.constant dense<3.000000e+00> : tensor<2x1xf32>
// CHECK: relax.multiply %{{.*}}, %{{.*}} : (tensor<2x4xf32>, tensor<f32>)
// CHECK: relax.add %{{.*}}, %arg1 : (tensor<2x4xf32>, tensor<4xf32>)
// CHECK: relax.matmul %{{.*}} : (tensor<2x4xf32>, tensor<4xf32>)
relax.func private @stay(%x: tensor<2x4xf32>, %y: tensor<4xf32>) -> tensor<2xf32> {
  %a = relax.constant dense<2.0> : tensor<f32>
  %b = relax.constant dense<3.0> : tensor<2x1xf32>
  %c = relax.constant dense<4.0> : tensor<4xf32>
  %0 = relax.multiply %x, %a : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = relax.divide %0, %b : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %2 = relax.add %1, %y : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %3 = relax.matmul %2, %c : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2xf32>
  relax.return %3 : tensor<2xf32>
}
