// What upstream's analyses know of our operators' sizes.
// Debian's mlir-opt is not instrumented, and cannot load a plugin that is.
// UNSUPPORTED: sanitized
// RUN: mlir-opt %s --load-dialect-plugin=%plugin_dir/RelaxPlugin.so --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds{reify-to-func-args}))' | FileCheck %s
// RUN: relax-opt %s --allow-unregistered-dialect --resolve-ranked-shaped-type-result-dims | FileCheck %s --check-prefix=RESOLVE

// CHECK-LABEL: func.func @conv1d
// CHECK: affine.apply #{{.*}}()[%{{.*}}]
// CHECK-NOT: test.reify_bound
// RESOLVE-LABEL: func.func @conv1d
func.func @conv1d(%x: tensor<?x16x?xf32>, %y: tensor<8x16x3xf32>) -> index {
  %0 = relax.nn.conv1d %x, %y {strides = array<i64: 2>} : (tensor<?x16x?xf32>, tensor<8x16x3xf32>) -> tensor<?x8x?xf32>
  %1 = "test.reify_bound"(%0) {dim = 2} : (tensor<?x8x?xf32>) -> index
  return %1 : index
}

// CHECK-LABEL: func.func @chain
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: return %[[N]]
// RESOLVE-LABEL: func.func @chain
func.func @chain(%x: tensor<?x16xf32>, %y: tensor<16x4xf32>) -> index {
  %0 = relax.matmul %x, %y : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  %1 = relax.exp %0 : tensor<?x4xf32>
  %2 = relax.sum %1 {axis = array<i64: 1>, keepdims = true} : (tensor<?x4xf32>) -> tensor<?x1xf32>
  %3 = "test.reify_bound"(%2) {dim = 0} : (tensor<?x1xf32>) -> index
  return %3 : index
}

// CHECK-LABEL: func.func @resolve
// RESOLVE-LABEL: func.func @resolve
// RESOLVE: %[[N:.*]] = tensor.dim %arg0, %c0
// RESOLVE: return %[[N]]
func.func @resolve(%x: tensor<?x16xf32>, %y: tensor<16x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = relax.matmul %x, %y : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x4xf32>
  return %1 : index
}
