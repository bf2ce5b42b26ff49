// A softmax along the last axis joins the products around it, if asked to.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-ops=attention | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops | FileCheck %s --check-prefix=PLAIN
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops='attention max-depth=2' | FileCheck %s --check-prefix=PLAIN
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention}

// PLAIN-NOT: nn_softmax{{.*}}relax.primitive

// With what computes the operands, and what moves the result.
// CHECK-LABEL: relax.func @all(
// CHECK:       relax.dataflow
// CHECK-NOT:   call_tir
// CHECK:       %[[R:.*]] = relax.call @fused_permute_dims_{{[a-z_0-9]*}}nn_softmax
// CHECK-NEXT:  relax.output %[[R]]
relax.func @all(%q: tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>, %k: tensor<?x2x4xf32, #relax.dims<[m, 2, 4]>>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>> {
  %7 = relax.dataflow -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>> {
    %0 = relax.permute_dims %q {axes = array<i64: 1, 0, 2>} : (tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
    %1 = relax.permute_dims %k {axes = array<i64: 1, 2, 0>} : (tensor<?x2x4xf32, #relax.dims<[m, 2, 4]>>) -> tensor<2x4x?xf32, #relax.dims<[2, 4, m]>>
    %2 = relax.permute_dims %k {axes = array<i64: 1, 0, 2>} : (tensor<?x2x4xf32, #relax.dims<[m, 2, 4]>>) -> tensor<2x?x4xf32, #relax.dims<[2, m, 4]>>
    %3 = relax.matmul %0, %1 : (tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>, tensor<2x4x?xf32, #relax.dims<[2, 4, m]>>) -> tensor<2x?x?xf32, #relax.dims<[2, n, m]>>
    %4 = relax.nn.softmax %3 : tensor<2x?x?xf32, #relax.dims<[2, n, m]>>
    %5 = relax.matmul %4, %2 : (tensor<2x?x?xf32, #relax.dims<[2, n, m]>>, tensor<2x?x4xf32, #relax.dims<[2, m, 4]>>) -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
    %6 = relax.permute_dims %5 {axes = array<i64: 1, 0, 2>} : (tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>) -> tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
    relax.output %6 : tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
  }
  relax.return %7 : tensor<?x2x4xf32, #relax.dims<[n, 2, 4]>>
}

// An operand that something else needs as well stays outside; so do a softmax
// of what is no product, one along another axis, and one that two products use.
// CHECK-LABEL: relax.func @operand(
// CHECK:       %[[K:.*]] = relax.call_tir @nn_relu
// CHECK:       relax.call @fused_matmul_{{[a-z_0-9]*}}nn_softmax{{[a-z_0-9]*}}(%{{.*}}, %[[K]], %{{.*}})
relax.func @operand(%q: tensor<8x8xf32>, %k: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %4:2 = relax.dataflow -> tensor<8x8xf32>, tensor<8x8xf32> {
    %0 = relax.nn.relu %k : tensor<8x8xf32>
    %1 = relax.matmul %q, %0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = relax.nn.softmax %1 : tensor<8x8xf32>
    %3 = relax.matmul %2, %k : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    relax.output %0, %3 : tensor<8x8xf32>, tensor<8x8xf32>
  }
  relax.return %4#0, %4#1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// CHECK-LABEL: relax.func @others(
// CHECK-COUNT-3: relax.call_tir @nn_softmax
// CHECK-NOT:   relax.call @{{.*}}nn_softmax
// CHECK:       relax.return
relax.func @others(%q: tensor<8x8xf32>, %k: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %9:4 = relax.dataflow -> tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32> {
    %0 = relax.nn.softmax %q : tensor<8x8xf32>
    %1 = relax.matmul %0, %k : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = relax.matmul %q, %k : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = relax.nn.softmax %2 {axis = 0 : i64} : tensor<8x8xf32>
    %4 = relax.matmul %3, %k : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = relax.matmul %k, %q : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = relax.nn.softmax %5 : tensor<8x8xf32>
    %7 = relax.matmul %6, %k : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = relax.matmul %6, %q : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    relax.output %1, %4, %7, %8 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  relax.return %9#0, %9#1, %9#2, %9#3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
