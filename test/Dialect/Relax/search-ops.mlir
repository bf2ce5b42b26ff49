// Ops that choose elements: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%c: tensor<?x1xi1, #relax.dims<[n, 1]>>, %v: tensor<4xf32>, %d: tensor<f32>, %r: tensor<*xf32>) {
  // CHECK: relax.where {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.where {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.where %c, %v, %d : (tensor<?x1xi1, #relax.dims<[n, 1]>>, tensor<4xf32>, tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.where {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.where {{.*}} -> tensor<*xf32>
  %1 = relax.where %c, %r, %d : (tensor<?x1xi1, #relax.dims<[n, 1]>>, tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  relax.return
}

// CHECK-LABEL: @places
// INFER-LABEL: @places
relax.func @places(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %r: tensor<*xf32>, %b: tensor<4xf32>, %p: tensor<3x5xf32>, %u: tensor<?x1xf32, #relax.dims<[n, 1]>>, %s: tensor<*xi64>, %i: tensor<?xi64, #relax.dims<[n]>>) {
  // CHECK: relax.argmax {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xi64>
  // INFER: relax.argmax {{.*}} -> tensor<?xi64, #relax.dims<[n]>>
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi64>
  // CHECK: relax.argmin {{.*}}{axis = -2 : i64, keepdims = true} : {{.*}} -> tensor<*xi64>
  // INFER: relax.argmin {{.*}} -> tensor<1x4xi64>
  %1 = relax.argmin %x {axis = -2 : i64, keepdims = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi64>
  // CHECK: relax.argmin {{.*}}: {{.*}} -> tensor<*xi64>
  // INFER: relax.argmin {{.*}} -> tensor<i64>
  %2 = relax.argmin %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi64>
  // CHECK: relax.argmax {{.*}}{keepdims = true} : {{.*}} -> tensor<*xi64>
  // INFER: relax.argmax {{.*}} -> tensor<1x1xi64>
  %3 = relax.argmax %x {keepdims = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi64>
  // CHECK: relax.argmax {{.*}}: {{.*}} -> tensor<*xi64>
  // INFER: relax.argmax {{.*}} -> tensor<i64>
  %4 = relax.argmax %r : (tensor<*xf32>) -> tensor<*xi64>
  // CHECK: relax.argmax {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xi64>
  // INFER: relax.argmax {{.*}} -> tensor<*xi64>
  %5 = relax.argmax %r {axis = 1 : i64} : (tensor<*xf32>) -> tensor<*xi64>
  // CHECK: relax.bucketize {{.*}}: {{.*}} -> tensor<*xi64>
  // INFER: relax.bucketize {{.*}} -> tensor<?x4xi64, #relax.dims<[n, 4]>>
  %6 = relax.bucketize %x, %b : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi64>
  // CHECK: relax.bucketize {{.*}}{out_int32 = true, right = true} : {{.*}} -> tensor<*xi32>
  // INFER: relax.bucketize {{.*}} -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  %7 = relax.bucketize %x, %b {out_int32 = true, right = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xi32>
  // CHECK: relax.nonzero {{.*}}: {{.*}} -> tensor<*xi64>
  // INFER: relax.nonzero {{.*}} -> tensor<2x?xi64>
  %8 = relax.nonzero %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi64>
  // CHECK: relax.nonzero {{.*}}: {{.*}} -> tensor<*xi64>
  // INFER: relax.nonzero {{.*}} -> tensor<?x?xi64>
  %9 = relax.nonzero %r : (tensor<*xf32>) -> tensor<*xi64>
  // CHECK: relax.unique {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.unique {{.*}} -> tensor<?xf32>
  %10 = relax.unique %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.unique {{.*}}{axis = 0 : i64, return_counts = true, return_index = true, return_inverse = true} : {{.*}} -> (tensor<*xf32>, tensor<*xi64>, tensor<*xi64>, tensor<*xi64>)
  // INFER: relax.unique {{.*}} -> (tensor<?x4xf32>, tensor<?xi64>, tensor<?xi64, #relax.dims<[n]>>, tensor<?xi64>)
  %11:4 = relax.unique %x {axis = 0 : i64, return_counts = true, return_index = true, return_inverse = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> (tensor<*xf32>, tensor<*xi64>, tensor<*xi64>, tensor<*xi64>)
  // CHECK: relax.multinomial_from_uniform {{.*}}: {{.*}} -> tensor<*xi64>
  // INFER: relax.multinomial_from_uniform {{.*}} -> tensor<?x1xi64, #relax.dims<[n, 1]>>
  %12 = relax.multinomial_from_uniform %p, %u, %s : (tensor<3x5xf32>, tensor<?x1xf32, #relax.dims<[n, 1]>>, tensor<*xi64>) -> tensor<*xi64>
  // CHECK: relax.one_hot {{.*}}{axis = 0 : i64, depth = 10 : i64, off_value = 0 : i32, on_value = 1 : i32} : {{.*}} -> tensor<*xi32>
  // INFER: relax.one_hot {{.*}} -> tensor<10x?xi32, #relax.dims<[10, n]>>
  %13 = relax.one_hot %i {axis = 0 : i64, depth = 10 : i64, off_value = 0 : i32, on_value = 1 : i32} : (tensor<?xi64, #relax.dims<[n]>>) -> tensor<*xi32>
  relax.return
}
