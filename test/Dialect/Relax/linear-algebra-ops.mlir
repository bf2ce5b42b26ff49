// Products of matrices: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>, %v: tensor<4xf32>, %b: tensor<2x1x3x4xf32>, %bb: tensor<5x4x8xf32>, %z: tensor<3x0xf32>, %zz: tensor<0x2xf32>, %r: tensor<*xf32>, %m: tensor<?xf32, #relax.dims<[m]>>) {
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<8xf32>
  %1 = relax.matmul %v, %w : (tensor<4xf32>, tensor<4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<?xf32, #relax.dims<[n]>>
  %2 = relax.matmul %x, %v : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<f32>
  %3 = relax.matmul %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<2x1x3x8xf32>
  %4 = relax.matmul %b, %w : (tensor<2x1x3x4xf32>, tensor<4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<2x5x3x8xf32>
  %5 = relax.matmul %b, %bb : (tensor<2x1x3x4xf32>, tensor<5x4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.matmul {{.*}}{out_dtype = f64} : {{.*}} -> tensor<*xf64>
  // INFER: relax.matmul {{.*}} -> tensor<?x8xf64, #relax.dims<[n, 8]>>
  %6 = relax.matmul %x, %w {out_dtype = f64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<*xf64>
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<3x2xf32>
  %7 = relax.matmul %z, %zz : (tensor<3x0xf32>, tensor<0x2xf32>) -> tensor<*xf32>
  // CHECK: relax.matmul {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.matmul {{.*}} -> tensor<*xf32>
  %8 = relax.matmul %r, %w : (tensor<*xf32>, tensor<4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.outer {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.outer {{.*}} -> tensor<4x?xf32, #relax.dims<[4, m]>>
  %9 = relax.outer %v, %m : (tensor<4xf32>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<*xf32>
  // CHECK: relax.outer {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.outer {{.*}} -> tensor<?x?xf32, #relax.dims<[?, m]>>
  %10 = relax.outer %r, %m : (tensor<*xf32>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<*xf32>
  // CHECK: relax.einsum {{.*}}{subscripts = "ij,jk->ki"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.einsum {{.*}} -> tensor<8x?xf32, #relax.dims<[8, n]>>
  %11 = relax.einsum %x, %w {subscripts = "ij,jk->ki"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.einsum {{.*}}{subscripts = "ab,bc"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.einsum {{.*}} -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %12 = relax.einsum %x, %w {subscripts = "ab,bc"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.einsum {{.*}}{subscripts = "...ij,...jk->...ik"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.einsum {{.*}} -> tensor<2x5x3x8xf32>
  %13 = relax.einsum %b, %bb {subscripts = "...ij,...jk->...ik"} : (tensor<2x1x3x4xf32>, tensor<5x4x8xf32>) -> tensor<*xf32>
  // CHECK: relax.einsum {{.*}}{subscripts = "...ij"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.einsum {{.*}} -> tensor<2x1x3x4xf32>
  %14 = relax.einsum %b {subscripts = "...ij"} : (tensor<2x1x3x4xf32>) -> tensor<*xf32>
  // CHECK: relax.einsum {{.*}}{subscripts = "...j,jk->...k"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.einsum {{.*}} -> tensor<*xf32>
  %15 = relax.einsum %r, %w {subscripts = "...j,jk->...k"} : (tensor<*xf32>, tensor<4x8xf32>) -> tensor<*xf32>
  relax.return
}
