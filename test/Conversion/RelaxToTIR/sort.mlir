// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// A short row: the place of an element is the number of those in front of it.
// Both zeros are one number, and each NaN is the greatest key.
// CHECK-LABEL: relax.func @sort
// CHECK: tir.block "sort" iters(%{{.*}} : spatial
// CHECK: arith.cmpf oeq
// CHECK: arith.bitcast {{.*}} : f32 to i32
// CHECK: arith.shrsi
// CHECK: arith.cmpf une
// CHECK: arith.cmpi ule
// CHECK: arith.cmpi ult
// CHECK: tir.block "elements"
relax.func @sort(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sort %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @argsort
// CHECK-NOT: arith.cmpf
// CHECK: arith.xori {{.*}} : i32
// CHECK: arith.cmpi ule
// CHECK: arith.cmpi ult
// CHECK: tir.block "places"
relax.func @argsort(%x: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %0 = relax.argsort %x : (tensor<3x4xi32>) -> tensor<3x4xi32>
  relax.return %0 : tensor<3x4xi32>
}

// -----

// CHECK-LABEL: relax.func @topk
// CHECK: tir.block "sort"
// CHECK: tir.block "elements"
// CHECK: tir.block "places"
relax.func @topk(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %0:2 = relax.topk %x {k = 2 : i64} : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  relax.return %0#0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: relax.func @median
// CHECK: tir.block "rows"
// CHECK: tir.block "sort"
// CHECK: tir.block "median"
// CHECK: tir.block "median"
relax.func @median(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %0:2 = relax.median %x {axis = array<i64: 1>} : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  relax.return %0#0 : tensor<3xf32>
}

// -----

// Long rows, and those of unknown length, digit by digit: four of a float.
// CHECK-LABEL: relax.func @sort_long
// CHECK: memref.alloc({{.*}}) : memref<?x256xi64>
// CHECK: tir.block "sort" iters(%{{.*}} : spatial
// CHECK: arith.index_castui
// CHECK: arith.shrui
// CHECK: arith.shrui
// CHECK: arith.shrui
// CHECK: tir.block "elements"
relax.func @sort_long(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.sort %x {descending = true} : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}

// -----

// Of a byte there is one digit, and no second buffer of places.
// CHECK-LABEL: relax.func @argsort_bytes
// CHECK: memref.alloc() : memref<300x2xi64>
// CHECK: memref.alloc() : memref<256x2xi64>
// CHECK-NOT: memref.alloc()
// CHECK: tir.block "sort" iters(%{{.*}} : spatial
// CHECK: arith.index_castui
// CHECK-NOT: arith.shrui
// CHECK: tir.block "places"
relax.func @argsort_bytes(%x: tensor<300x2xui8>) -> tensor<300x2xi32> {
  %0 = relax.argsort %x {axis = 0 : i64} : (tensor<300x2xui8>) -> tensor<300x2xi32>
  relax.return %0 : tensor<300x2xi32>
}

// -----

// Digits of shorter rows have 4 bits: two of a byte.
// CHECK-LABEL: relax.func @argsort_short_bytes
// CHECK: memref.alloc() : memref<2x16xi64>
// CHECK: memref.alloc() : memref<2x40xi64>
// CHECK: arith.andi {{.*}} : i8
// CHECK: arith.shrui {{.*}} : i8
// CHECK: arith.andi {{.*}} : i8
relax.func @argsort_short_bytes(%x: tensor<2x40xui8>) -> tensor<2x40xi32> {
  %0 = relax.argsort %x : (tensor<2x40xui8>) -> tensor<2x40xi32>
  relax.return %0 : tensor<2x40xi32>
}

// -----

// A few of many stay in a heap, with a level for each power of two; sixteen
// elements are compared at once with the last one there.
// CHECK-LABEL: relax.func @topk_few
// CHECK: memref.alloc() : memref<3x4xi64>
// CHECK: tir.block "sort" iters(%{{.*}} : spatial
// CHECK-COUNT-16: arith.cmpf ugt
// CHECK: tir.block "elements"
// CHECK: tir.block "places"
relax.func @topk_few(%x: tensor<3x100xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
  %0:2 = relax.topk %x {k = 4 : i64} : (tensor<3x100xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  relax.return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xi32>
}

// -----

// As many as this of so few are sorted.
// CHECK-LABEL: relax.func @topk_many
// CHECK: memref.alloc() : memref<3x100xi64>
// CHECK-NOT: arith.cmpf ugt
relax.func @topk_many(%x: tensor<3x100xf32>) -> tensor<3x20xf32> {
  %0 = relax.topk %x {k = 20 : i64, ret_type = "values"} : (tensor<3x100xf32>) -> tensor<3x20xf32>
  relax.return %0 : tensor<3x20xf32>
}

// -----

// The least of a row of unknown length: a heap of one element has no levels.
// CHECK-LABEL: relax.func @topk_least
// CHECK-COUNT-16: arith.cmpi slt
// CHECK: tir.block "elements"
relax.func @topk_least(%size: tensor<?xf32, #relax.dims<[n]>>, %x: tensor<?xi64, #relax.dims<[n + 1]>>) -> (tensor<1xi64>, tensor<1xi32>) {
  %0:2 = relax.topk %x {largest = false} : (tensor<?xi64, #relax.dims<[n + 1]>>) -> (tensor<1xi64>, tensor<1xi32>)
  relax.return %0#0, %0#1 : tensor<1xi64>, tensor<1xi32>
}
