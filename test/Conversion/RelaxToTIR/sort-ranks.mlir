// For a GPU rows are put in order by counting what stands in front of each element,
// those of more than 4096 or of unknown length in runs that are merged; for a CPU
// digit by digit.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s
// RUN: %same-results=relax-legalize-ops

// Equal elements keep their order.
// CHECK-LABEL: tir.func private @sort(
// CHECK: tir.block "rank" iters(%[[R:.*]] : spatial = {{.*}}, %[[I:.*]] : spatial = {{.*}}, %[[J:.*]] : reduce
// CHECK: %[[EARLIER:.*]] = arith.cmpi slt, %[[J]], %[[I]] : index
// CHECK: %[[LE:.*]] = arith.cmpi ule, %[[OTHER:.*]], %[[OWN:.*]] : i32
// CHECK: %[[LT:.*]] = arith.cmpi ult, %[[OTHER]], %[[OWN]] : i32
// CHECK: arith.select %[[EARLIER]], %[[LE]], %[[LT]] : i1
// CHECK: tir.block "elements"
// CHECK-NOT: tir.block "order"
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
// CHECK: tir.block "elements"
// CHECK: arith.cmpi slt, %{{.*}}, %c4
// CHECK: tir.if
// CHECK: tir.block "places"
// CHECK: tir.if
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
relax.func @main(%x: tensor<50x3xi8>) -> (tensor<4x3xi8>, tensor<4x3xi32>) {
  %0, %1 = relax.topk %x {k = 4 : i64, axis = 0 : i64} : (tensor<50x3xi8>) -> (tensor<4x3xi8>, tensor<4x3xi32>)
  relax.return %0, %1 : tensor<4x3xi8>, tensor<4x3xi32>
}
}

// -----

// Runs of 2048, all of which a search goes through. What is behind the row counts
// nothing.
// CHECK-LABEL: tir.func private @argsort(
// CHECK: tir.block "rank" iters(%[[I:.*]] : spatial = {{.*}} in %c4097, %[[J:.*]] : reduce = {{.*}} in %c2048)
// CHECK: %[[R:.*]] = arith.divui %[[I]], %c2048{{.*}} : index
// CHECK: %[[BEGIN:.*]] = arith.muli %[[R]], %c2048{{.*}} : index
// CHECK: %[[OTHER:.*]] = arith.addi %[[BEGIN]], %[[J]] : index
// CHECK: arith.minsi %[[OTHER]], %c4096{{.*}} : index
// CHECK: tir.block "order"
// CHECK: tir.block "merge" iters(%{{.*}} : spatial = {{.*}} in %c4097{{.*}}, %{{.*}} : reduce = {{.*}} in %c3{{.*}})
// CHECK-COUNT-12: arith.cmpi ule, %{{.*}}, %{{.*}} : i8
// CHECK-NOT: arith.cmpi ule
// CHECK: tir.block "places"
// CHECK-NOT: tir.block "merge"
// CHECK-NOT: tir.block "sort"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
relax.func @main(%x: tensor<4097xi8>) -> tensor<4097xi32> {
  %0 = relax.argsort %x {axis = 0 : i64} : (tensor<4097xi8>) -> tensor<4097xi32>
  relax.return %0 : tensor<4097xi32>
}
}

// -----

// Runs of 2048 and 32768, and all that there are of these.
// CHECK-LABEL: tir.func private @sort(
// CHECK: tir.block "rank"
// CHECK: tir.block "merge" {{.*}} in %c16
// CHECK: tir.block "merge"
// CHECK-NOT: tir.block "merge"
// CHECK-NOT: tir.block "sort"
module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
relax.func @main(%x: tensor<?xf16, #relax.dims<[n]>>) -> tensor<?xf16, #relax.dims<[n]>> {
  %0 = relax.sort %x : (tensor<?xf16, #relax.dims<[n]>>) -> tensor<?xf16, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf16, #relax.dims<[n]>>
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
