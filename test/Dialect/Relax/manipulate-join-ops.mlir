// Ops that join tensors or cut them apart: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[m, 4]>>, %w: tensor<2x4xf32>, %v: tensor<4xf32>, %q: tensor<?x?xf32>, %r: tensor<*xf32>) {
  // CHECK: relax.concat {{.*}}{axis = -2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.concat {{.*}} -> tensor<?x4xf32, #relax.dims<[m + n + 2, 4]>>
  %0 = relax.concat %x, %y, %w {axis = -2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[m, 4]>>, tensor<2x4xf32>) -> tensor<*xf32>
  // CHECK: relax.concat {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.concat {{.*}} -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %1 = relax.concat %x, %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.concat {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.concat {{.*}} -> tensor<8xf32>
  %2 = relax.concat %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.concat {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.concat {{.*}} -> tensor<?x?xf32, #relax.dims<[n, ?]>>
  %3 = relax.concat %q, %x {axis = 1 : i64} : (tensor<?x?xf32>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.concat {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.concat {{.*}} -> tensor<*xf32>
  %4 = relax.concat %r, %r {axis = 1 : i64} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.concat {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.concat {{.*}} -> tensor<?xf32>
  %5 = relax.concat %r, %r : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.stack {{.*}}{axis = -1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.stack {{.*}} -> tensor<?x4x2xf32, #relax.dims<[n, 4, 2]>>
  %6 = relax.stack %x, %x {axis = -1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.stack {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.stack {{.*}} -> tensor<2x?x4xf32, #relax.dims<[2, n, 4]>>
  %7 = relax.stack %x, %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.stack {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.stack {{.*}} -> tensor<*xf32>
  %8 = relax.stack %r, %r : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.split {{.*}}{axis = 1 : i64, sections = 2 : i64} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.split {{.*}} -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x2xf32, #relax.dims<[n, 2]>>)
  %9:2 = relax.split %x {axis = 1 : i64, sections = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK: relax.split {{.*}}{axis = 1 : i64, sections = 3 : i64} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.split {{.*}} -> (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<?x0xf32, #relax.dims<[n, 0]>>)
  %10:3 = relax.split %x {axis = 1 : i64, sections = 3 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // CHECK: relax.split {{.*}}{axis = 1 : i64, indices = array<i64: 1, 9>} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.split {{.*}} -> (tensor<?x1xf32, #relax.dims<[n, 1]>>, tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x0xf32, #relax.dims<[n, 0]>>)
  %11:3 = relax.split %x {axis = 1 : i64, indices = array<i64: 1, 9>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // CHECK: relax.split {{.*}}{sections = 2 : i64} : {{.*}} -> (tensor<*xf32>, tensor<*xf32>)
  // INFER: relax.split {{.*}} -> (tensor<*xf32>, tensor<*xf32>)
  %12:2 = relax.split %r {sections = 2 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}
