// RUN: relax-opt %s --relax-combine-parallel-matmul | FileCheck %s
// RUN: relax-opt %s --relax-combine-parallel-matmul --relax-combine-parallel-matmul | FileCheck %s
// RUN: %same-results=relax-combine-parallel-matmul

// With biases and an op on each element; what the second needs comes before.
// CHECK-LABEL: relax.func @all
// CHECK: relax.dataflow
// CHECK-NEXT: %[[W:.*]] = relax.permute_dims
// CHECK-NEXT: %[[F:.*]] = relax.concat %{{.*}}, %[[W]] {axis = 1 : i64} : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
// CHECK-NEXT: %[[P:.*]] = relax.matmul %{{.*}}, %[[F]]
// CHECK-NEXT: %[[B:.*]] = relax.concat %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
// CHECK-NEXT: %[[S:.*]] = relax.add %[[P]], %[[B]]
// CHECK-NEXT: %[[A:.*]] = relax.nn.relu %[[S]]
// CHECK-NEXT: %[[R:.*]]:2 = relax.split %[[A]] {axis = 1 : i64, indices = array<i64: 2>}
// CHECK-NEXT: relax.output %[[R]]#0, %[[R]]#1
relax.func @all(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %v: tensor<4x2xf32>, %b: tensor<2xf32>, %w: tensor<3x4xf32>, %c: tensor<3xf32>) -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>) {
  %0:2 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>> {
    %1 = relax.matmul %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    %2 = relax.add %1, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    %3 = relax.nn.relu %2 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    %4 = relax.permute_dims %w {axes = array<i64: 1, 0>} : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %5 = relax.matmul %x, %4 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x3xf32>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
    %6 = relax.add %c, %5 : (tensor<3xf32>, tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
    %7 = relax.nn.relu %6 : tensor<?x3xf32, #relax.dims<[n, 3]>>
    relax.output %3, %7 : tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>
  }
  relax.return %0#0, %0#1 : tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>
}

// One has no bias: only the products are joined, and other ops stay apart.
// CHECK-LABEL: relax.func @some
// CHECK: relax.concat
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: %[[R:.*]]:2 = relax.split
// CHECK-NEXT: %[[A:.*]] = relax.add %[[R]]#0
// CHECK-NEXT: relax.nn.relu %[[A]]
// CHECK-NEXT: relax.nn.relu %[[R]]#1
relax.func @some(%x: tensor<2x4xf32>, %v: tensor<4x2xf32>, %b: tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0:2 = relax.dataflow -> tensor<2x2xf32>, tensor<2x2xf32> {
    %1 = relax.matmul %x, %v : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    %2 = relax.add %1, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    %3 = relax.nn.relu %2 : tensor<2x2xf32>
    %4 = relax.matmul %x, %v : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    %5 = relax.nn.relu %4 : tensor<2x2xf32>
    relax.output %3, %5 : tensor<2x2xf32>, tensor<2x2xf32>
  }
  relax.return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// What one needs depends on another: they cannot be one.
// CHECK-LABEL: relax.func @chain
// CHECK-NOT: relax.concat
relax.func @chain(%x: tensor<4x4xf32>, %v: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = relax.dataflow -> tensor<4x4xf32> {
    %1 = relax.matmul %x, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = relax.matmul %x, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %2 : tensor<4x4xf32>
  }
  relax.return %0 : tensor<4x4xf32>
}

// Factors of other ranks, of unknown or of vectors' sizes; other first factors.
// CHECK-LABEL: relax.func @unlike
// CHECK-NOT: relax.concat
relax.func @unlike(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %v: tensor<4x4xf32>, %w: tensor<2x4x4xf32>, %s: tensor<4x?xf32, #relax.dims<[4, m]>>, %t: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x?xf32, #relax.dims<[4, m]>>, tensor<4xf32>, tensor<4x4xf32>) {
  %0:5 = relax.dataflow -> tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x?xf32, #relax.dims<[4, m]>>, tensor<4xf32>, tensor<4x4xf32> {
    %1 = relax.matmul %x, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = relax.matmul %x, %w : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %3 = relax.matmul %x, %s : (tensor<4x4xf32>, tensor<4x?xf32, #relax.dims<[4, m]>>) -> tensor<4x?xf32, #relax.dims<[4, m]>>
    %4 = relax.matmul %x, %t : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %5 = relax.matmul %y, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %1, %2, %3, %4, %5 : tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x?xf32, #relax.dims<[4, m]>>, tensor<4xf32>, tensor<4x4xf32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x?xf32, #relax.dims<[4, m]>>, tensor<4xf32>, tensor<4x4xf32>
}

// Outside of a region the order counts, and stays.
// CHECK-LABEL: relax.func private @dead
// CHECK-NOT: relax.concat
relax.func private @dead(%x: tensor<4x4xf32>, %v: tensor<4x4xf32>) {
  %1 = relax.matmul %x, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = relax.matmul %x, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return
}
