// Products of warpgroups: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: @products
tir.func private @products(%s: memref<64xf32>, %a: memref<8192xf16, #gpu.address_space<workgroup>>, %t: memref<24xi32>, %b: memref<?xi8, #gpu.address_space<workgroup>>) attributes {num_inputs = 0} {
  %i = arith.constant 0 : index
  %j = arith.constant 4096 : index
  // CHECK: tir.warpgroup_product %arg0 += %arg1[%{{.*}}] * %arg1[%{{.*}}] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 8192, 1024>, rhs_transposed} : memref<64xf32>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
  tir.warpgroup_product %s += %a[%i] * %a[%j] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 8192, 1024>, rhs_transposed} : memref<64xf32>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
  // CHECK: tir.warpgroup_product %arg2 += %arg3[%{{.*}}] * %arg3[%{{.*}}] {lhs_layout = array<i64: 0, 128, 256>, rhs_layout = array<i64: 64, 16, 512>} : memref<24xi32>
  tir.warpgroup_product %t += %b[%i] * %b[%j] {lhs_layout = array<i64: 0, 128, 256>, rhs_layout = array<i64: 64, 16, 512>} : memref<24xi32>, memref<?xi8, #gpu.address_space<workgroup>>, memref<?xi8, #gpu.address_space<workgroup>>
  tir.return
}
