// Groups of rows by warpgroups, for a chip of two multiprocessors: both factors come
// by TMA, of which the matrix of a group is a coordinate.
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops -o %t.mlir
// RUN: relax-interp %t.mlir --quiet --before-after=tir-default-gpu-schedule --tolerance=1e-2
module attributes {relax.target = #relax.target<cuda, chip = "sm_90a", cores = 2>} {
  relax.extern_func @cutlass.group_gemm

  // CHECK-LABEL: tir.func private @cutlass_group_gemm(
  // CHECK: %[[X:.*]] = tir.tensor_map %arg0
  // CHECK: %[[W:.*]] = tir.tensor_map %arg1
  // CHECK: tir.for thread_binding "blockIdx.x"
  // CHECK: tir.for thread_binding "threadIdx.x"
  // CHECK: %[[GROUP:.*]] = arith.select %[[HERE:[^,]*]], %c1_{{[0-9]+}}, %
  // CHECK: %[[FIRST:.*]] = arith.select %[[HERE]],
  // CHECK: tir.bulk_load %[[X]][%[[FIRST]], %c0
  // CHECK: tir.bulk_load %[[W]][%[[GROUP]], %{{.*}}, %c0
  // CHECK: tir.warpgroup_product
  relax.func @experts(%x: tensor<150x72xf16>, %w: tensor<2x136x72xf16>, %ends: tensor<2xi64>, %s: tensor<16xui8>) -> tensor<150x136xf16> {
    %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %ends, %s) : (tensor<150x72xf16>, tensor<2x136x72xf16>, tensor<2xi64>, tensor<16xui8>) -> tensor<150x136xf16>
    relax.return %0 : tensor<150x136xf16>
  }
}
