// Products of groups of rows by a matrix each, as TVM's programs call CUTLASS.
// RUN: relax-opt %s -relax-legalize-ops | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops=skip-ops=relax.call_dps_packed | FileCheck %s --check-prefix=KEPT

relax.extern_func @cutlass.group_gemm
relax.extern_func @my.group_gemm

// CHECK-LABEL: relax.func @experts(
// CHECK: relax.call_tir @cutlass_group_gemm
// KEPT: relax.call_dps_packed @cutlass.group_gemm
relax.func @experts(%x: tensor<?x8xf16, #relax.dims<[n, 8]>>, %w: tensor<3x5x8xf16>, %ends: tensor<3xi64>, %s: tensor<16xui8>) -> tensor<?x5xf16, #relax.dims<[n, 5]>> {
  %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %ends, %s) : (tensor<?x8xf16, #relax.dims<[n, 8]>>, tensor<3x5x8xf16>, tensor<3xi64>, tensor<16xui8>) -> tensor<?x5xf16, #relax.dims<[n, 5]>>
  relax.return %0 : tensor<?x5xf16, #relax.dims<[n, 5]>>
}

// Other functions, and that one with other arguments, are the user's.
// CHECK-LABEL: relax.func @others(
// CHECK: relax.call_dps_packed @my.group_gemm
// CHECK: relax.call_dps_packed @cutlass.group_gemm
// CHECK: relax.call_dps_packed @cutlass.group_gemm
relax.func @others(%x: tensor<4x8xf16>, %w: tensor<3x5x8xf16>, %ends: tensor<3xi64>, %s: tensor<16xui8>, %narrow: tensor<3xi32>) -> (tensor<4x5xf16>, tensor<4x5xf16>, tensor<4x5xf16>) {
  %0 = relax.call_dps_packed @my.group_gemm(%x, %w, %ends, %s) : (tensor<4x8xf16>, tensor<3x5x8xf16>, tensor<3xi64>, tensor<16xui8>) -> tensor<4x5xf16>
  %1 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %ends) : (tensor<4x8xf16>, tensor<3x5x8xf16>, tensor<3xi64>) -> tensor<4x5xf16>
  %2 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %narrow, %s) : (tensor<4x8xf16>, tensor<3x5x8xf16>, tensor<3xi32>, tensor<16xui8>) -> tensor<4x5xf16>
  relax.return %0, %1, %2 : tensor<4x5xf16>, tensor<4x5xf16>, tensor<4x5xf16>
}

// Of each row the first group that ends behind it, then the product.
// CHECK-LABEL: tir.func private @cutlass_group_gemm(
// CHECK-SAME: %[[X:.*]]: memref<?x8xf16> {{{.*}}}, %[[W:.*]]: memref<3x5x8xf16>, %[[ENDS:.*]]: memref<3xi64>, %{{.*}}: memref<16xi8>, %{{.*}}: memref<?x5xf16> {{{.*}}}) attributes {num_inputs = 4 : i64, op_pattern = 4 : i64}
// CHECK: %[[NUMBERS:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: tir.block "group" iters(%[[M:.*]] : spatial = {{.*}}, %[[E:.*]] : reduce = {{.*}})
// CHECK: memref.store %c2_i32{{.*}}, %[[NUMBERS]][%[[M]]]
// CHECK: %[[END:.*]] = memref.load %[[ENDS]][%[[E]]]
// CHECK: %[[ROW:.*]] = arith.index_cast %[[M]] : index to i64
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt, %[[ROW]], %[[END]] : i64
// CHECK: %[[GROUP:.*]] = arith.index_cast %[[E]] : index to i32
// CHECK: arith.select %[[BEFORE]], %[[GROUP]], %c2_i32
// CHECK: arith.minsi
// CHECK: tir.block "product"
// CHECK: %[[NUMBER:.*]] = memref.load %[[NUMBERS]][%[[I:.*]]]
// CHECK: %[[PLACE:.*]] = arith.index_cast %[[NUMBER]] : i32 to index
// CHECK: memref.load %[[X]][%[[I]], %[[K:.*]]]
// CHECK: memref.load %[[W]][%[[PLACE]], %{{.*}}, %[[K]]]
