// Operands that may broadcast at run time get loops for each case.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | diff %t -
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// All sizes agree, or one of both is 1, or both are: each case has vectors.
// CHECK-LABEL: @two(
// CHECK: %[[ANY:.*]] = arith.ori
// CHECK: tir.if %[[ANY]] {
// CHECK-COUNT-4: tir.for vectorized
// CHECK: } else {
// CHECK: tir.for vectorized
// CHECK-NOT: arith.select
// CHECK: tir.return
tir.func private @two(%a: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %b: memref<?xf32> {tir.dims = #relax.dims<[m]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[max(m, n) * min(m * n, 1)]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %k = memref.dim %y, %c0 : memref<?xf32>
  %isOne = arith.cmpi eq, %n, %c1 : index
  %isOther = arith.cmpi eq, %m, %c1 : index
  tir.for %i = %c0 to %k {
    tir.block "add" iters(%vi : spatial = %i in %k) reads(%a, %b : memref<?xf32>, memref<?xf32>) writes(%y : memref<?xf32>) {
      %zero = arith.constant 0 : index
      %p = arith.select %isOne, %zero, %vi : index
      %0 = memref.load %a[%p] : memref<?xf32>
      %q = arith.select %isOther, %zero, %vi : index
      %1 = memref.load %b[%q] : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %y[%vi] : memref<?xf32>
    }
  }
  tir.return
}

// Of three or more only the case that all agree has loops of its own.
// CHECK-LABEL: @three(
// CHECK: tir.if
// CHECK: arith.select
// CHECK: } else {
// CHECK-NOT: arith.select
// CHECK: tir.for vectorized
// CHECK: tir.return
tir.func private @three(%a: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %b: memref<?xf32> {tir.dims = #relax.dims<[m]>}, %c: memref<?xf32> {tir.dims = #relax.dims<[l]>}, %y: memref<16xf32>) attributes {num_inputs = 3 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %l = memref.dim %c, %c0 : memref<?xf32>
  %isFirst = arith.cmpi ne, %n, %c16 : index
  %isSecond = arith.cmpi ne, %m, %c16 : index
  %isThird = arith.cmpi ne, %l, %c16 : index
  tir.for %i = %c0 to %c16 {
    tir.block "add" iters(%vi : spatial = %i in %c16) reads(%a, %b, %c : memref<?xf32>, memref<?xf32>, memref<?xf32>) writes(%y : memref<16xf32>) {
      %zero = arith.constant 0 : index
      %p = arith.select %isFirst, %zero, %vi : index
      %0 = memref.load %a[%p] : memref<?xf32>
      %q = arith.select %isSecond, %zero, %vi : index
      %1 = memref.load %b[%q] : memref<?xf32>
      %r = arith.select %isThird, %zero, %vi : index
      %2 = memref.load %c[%r] : memref<?xf32>
      %3 = arith.addf %0, %1 : f32
      %4 = arith.addf %3, %2 : f32
      memref.store %4, %y[%vi] : memref<16xf32>
    }
  }
  tir.return
}

// A size of the block's own decides nothing before it.
// CHECK-LABEL: @inside(
// CHECK-NOT: tir.if
// CHECK: arith.select
// CHECK: tir.return
tir.func private @inside(%a: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    tir.block "pick" iters(%vi : spatial = %i in %c8) reads(%a : memref<8xf32>) writes(%y : memref<8xf32>) {
      %zero = arith.constant 0 : index
      %four = arith.constant 4 : index
      %isLow = arith.cmpi ult, %vi, %four : index
      %p = arith.select %isLow, %zero, %vi : index
      %0 = memref.load %a[%p] : memref<8xf32>
      memref.store %0, %y[%vi] : memref<8xf32>
    }
  }
  tir.return
}

// Batches of a product: what is read at either place is copied for all rows of
// a task, and where all sizes agree no place is chosen.
// CHECK-LABEL: @product(
// CHECK: tir.if
// CHECK: tir.for parallel
// CHECK: memref.alloc() : memref<128x16xf32>
// CHECK: arith.select
// CHECK: } else {
// CHECK-NOT: arith.select
// CHECK: memref.alloc() : memref<128x16xf32>
// CHECK-NOT: arith.select
// CHECK: tir.return
tir.func private @product(%a: memref<?x64x128xf32> {tir.dims = #relax.dims<[p, 64, 128]>}, %b: memref<?x128x32xf32> {tir.dims = #relax.dims<[q, 128, 32]>}, %y: memref<?x64x32xf32> {tir.dims = #relax.dims<[max(p, q) * min(p * q, 1), 64, 32]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %f0 = arith.constant 0.0 : f32
  %p = memref.dim %a, %c0 : memref<?x64x128xf32>
  %q = memref.dim %b, %c0 : memref<?x128x32xf32>
  %n = memref.dim %y, %c0 : memref<?x64x32xf32>
  %isOne = arith.cmpi eq, %p, %c1 : index
  %isOther = arith.cmpi eq, %q, %c1 : index
  tir.for %h = %c0 to %n {
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c32 {
        tir.for %k = %c0 to %c128 {
          tir.block "product" iters(%vh : spatial = %h in %n, %vi : spatial = %i in %c64, %vj : spatial = %j in %c32, %vk : reduce = %k in %c128) reads(%a, %b : memref<?x64x128xf32>, memref<?x128x32xf32>) writes(%y : memref<?x64x32xf32>) {
            tir.init {
              memref.store %f0, %y[%vh, %vi, %vj] : memref<?x64x32xf32>
            }
            %0 = memref.load %y[%vh, %vi, %vj] : memref<?x64x32xf32>
            %zero = arith.constant 0 : index
            %left = arith.select %isOne, %zero, %vh : index
            %1 = memref.load %a[%left, %vi, %vk] : memref<?x64x128xf32>
            %right = arith.select %isOther, %zero, %vh : index
            %2 = memref.load %b[%right, %vk, %vj] : memref<?x128x32xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %0, %3 : f32
            memref.store %4, %y[%vh, %vi, %vj] : memref<?x64x32xf32>
          }
        }
      }
    }
  }
  tir.return
}
