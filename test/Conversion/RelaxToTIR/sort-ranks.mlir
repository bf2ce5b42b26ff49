// For a GPU rows of up to 2048 elements are put in order by counting what stands
// in front of each; longer ones, and those of a CPU, digit by digit.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s
// RUN: %same-results=relax-legalize-ops

// Equal elements keep their order.
// CHECK-LABEL: tir.func private @sort(
// CHECK: tir.block "rank" iters(%[[R:.*]] : spatial = {{.*}}, %[[I:.*]] : spatial = {{.*}}, %[[J:.*]] : reduce
// CHECK: %[[EARLIER:.*]] = arith.cmpi slt, %[[J]], %[[I]] : index
// CHECK: %[[LE:.*]] = arith.cmpi ule, %[[OTHER:.*]], %[[OWN:.*]] : i32
// CHECK: %[[LT:.*]] = arith.cmpi ult, %[[OTHER]], %[[OWN]] : i32
// CHECK: arith.select %[[EARLIER]], %[[LE]], %[[LT]] : i1
// CHECK: tir.block "order"
// CHECK-NOT: tir.block "sort"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
relax.func @main(%x: tensor<3x70xf32>) -> tensor<3x70xf32> {
  %0 = relax.sort %x {axis = 1 : i64, descending = true} : (tensor<3x70xf32>) -> tensor<3x70xf32>
  relax.return %0 : tensor<3x70xf32>
}
}

// -----

// The first few, along another axis.
// CHECK-LABEL: tir.func private @topk(
// CHECK: tir.block "rank"
// CHECK: tir.block "order"
// CHECK: tir.block "elements"
// CHECK: tir.block "places"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
relax.func @main(%x: tensor<50x3xi8>) -> (tensor<4x3xi8>, tensor<4x3xi32>) {
  %0, %1 = relax.topk %x {k = 4 : i64, axis = 0 : i64} : (tensor<50x3xi8>) -> (tensor<4x3xi8>, tensor<4x3xi32>)
  relax.return %0, %1 : tensor<4x3xi8>, tensor<4x3xi32>
}
}

// -----

// CHECK-LABEL: tir.func private @argsort(
// CHECK-NOT: tir.block "rank"
// CHECK: tir.block "sort"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
relax.func @main(%x: tensor<2049xi8>) -> tensor<2049xi32> {
  %0 = relax.argsort %x {axis = 0 : i64} : (tensor<2049xi8>) -> tensor<2049xi32>
  relax.return %0 : tensor<2049xi32>
}
}

// -----

// CHECK-LABEL: tir.func private @sort(
// CHECK-NOT: tir.block "rank"
// CHECK: tir.block "sort"
module attributes {relax.target = #relax.target<cpu, cpu = "haswell">} {
relax.func @main(%x: tensor<3x70xf32>) -> tensor<3x70xf32> {
  %0 = relax.sort %x {axis = 1 : i64} : (tensor<3x70xf32>) -> tensor<3x70xf32>
  relax.return %0 : tensor<3x70xf32>
}
}
