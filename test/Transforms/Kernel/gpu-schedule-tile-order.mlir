// Where there are more than 128 tiles, blocks go through groups of 16 rows of
// tiles, column by column; the last group may have fewer rows.
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule=chip=sm_80 -canonicalize -cse | FileCheck %s
// RUN: relax-interp %s --quiet --before-after='relax-legalize-ops,tir-default-gpu-schedule{chip=sm_80}' --tolerance=1e-2

// 18 x 9 tiles of 64 x 32: a group has 144 of them, and the second one two rows.
// CHECK-LABEL: tir.func private @matmul(
// CHECK: tir.for thread_binding "blockIdx.x" %[[BLOCK:.*]] = %c0{{.*}} to %c162
// CHECK-DAG: %[[IN:.*]] = arith.remui %[[BLOCK]], %c144
// CHECK-DAG: %[[GROUP:.*]] = arith.divui %[[BLOCK]], %c144
// CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %c16
// CHECK: %[[LEFT:.*]] = arith.subi %c18{{.*}}, %[[FIRST]]
// CHECK: %[[HEIGHT:.*]] = arith.minui %[[LEFT]], %c16
// CHECK-DAG: %[[ROW:.*]] = arith.remui %[[IN]], %[[HEIGHT]]
// CHECK-DAG: arith.divui %[[IN]], %[[HEIGHT]]
// CHECK: arith.addi %[[FIRST]], %[[ROW]]
relax.func @groups(%a: tensor<1100x16xf16>, %b: tensor<16x264xf16>) -> tensor<1100x264xf16> {
  %0 = relax.matmul %a, %b : (tensor<1100x16xf16>, tensor<16x264xf16>) -> tensor<1100x264xf16>
  relax.return %0 : tensor<1100x264xf16>
}

// A number of rows that is not known may be any.
// CHECK-LABEL: tir.func private @matmul_0(
// CHECK: arith.minui
relax.func @open(%a: tensor<?x16xf16, #relax.dims<[n, 16]>>, %b: tensor<16x520xf16>) -> tensor<?x520xf16, #relax.dims<[n, 520]>> {
  %0 = relax.matmul %a, %b : (tensor<?x16xf16, #relax.dims<[n, 16]>>, tensor<16x520xf16>) -> tensor<?x520xf16, #relax.dims<[n, 520]>>
  relax.return %0 : tensor<?x520xf16, #relax.dims<[n, 520]>>
}

// All tiles run at once, in any order.
// CHECK-LABEL: tir.func private @matmul_1(
// CHECK: tir.for thread_binding "blockIdx.x" %[[BLOCK:.*]] = %c0{{.*}} to %c64
// CHECK-DAG: arith.remui %[[BLOCK]], %c8
// CHECK-DAG: arith.divui %[[BLOCK]], %c8
// CHECK-NOT: arith.minui
relax.func @few(%a: tensor<256x16xf16>, %b: tensor<16x256xf16>) -> tensor<256x256xf16> {
  %0 = relax.matmul %a, %b : (tensor<256x16xf16>, tensor<16x256xf16>) -> tensor<256x256xf16>
  relax.return %0 : tensor<256x256xf16>
}
