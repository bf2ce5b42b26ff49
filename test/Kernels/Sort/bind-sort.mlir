// Sorts of rows in shared memory, as a script: several rows a block, the first few
// only, and runs of a row of unknown length; it computes what the loops do.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --transform-preload-library='transform-library-paths=%t/schedule.mlir' --transform-interpreter --tir-verify-well-formed --tir-verify-scheduled --verify-each | FileCheck %s
// RUN: relax-interp %t/program.mlir --before-after='transform-preload-library{transform-library-paths=%t/schedule.mlir},transform-interpreter' --tolerance=0

// CHECK-LABEL: tir.func private @rows
// CHECK-NOT: tir.block
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c2{{.*}} {
// CHECK: memref.alloc() : memref<2x132xi32, #gpu.address_space<workgroup>>
// CHECK: memref.alloc() : memref<2x132xi32, #gpu.address_space<workgroup>>
// CHECK: "threadIdx.y" %{{.*}} = %c0{{.*}} to %c2
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c32
// Five times are runs of 4 to 64 merged.
// CHECK-COUNT-11: gpu.barrier
// CHECK-NOT: gpu.barrier

// Of 16 threads 8, and then one, merge the first three of pairs.
// CHECK-LABEL: tir.func private @first
// CHECK: arith.cmpi ult, %{{.*}}, %c8_i32
// CHECK: arith.cmpi ult, %{{.*}}, %c4_i32
// CHECK-NOT: tir.block

// CHECK-LABEL: tir.func private @runs
// CHECK: "blockIdx.x"
// CHECK: memref.alloc() : memref<1x36xi8, #gpu.address_space<workgroup>>
// CHECK-NOT: tir.block

//--- program.mlir
tir.func private @rows(%x: memref<3x70xi32>, %y: memref<3x70xi32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c70 = arith.constant 70 : index
  %none = arith.constant 0 : i64
  %ranks = memref.alloc() : memref<3x70xi64>
  tir.for %i = %c0 to %c3 {
    tir.for %j = %c0 to %c70 {
      tir.for %k = %c0 to %c70 {
        tir.block "rank" iters(%a : spatial = %i in %c3, %b : spatial = %j in %c70, %c : reduce = %k in %c70) reads(%x : memref<3x70xi32>) writes(%ranks : memref<3x70xi64>) {
          tir.init {
            memref.store %none, %ranks[%a, %b] : memref<3x70xi64>
          }
          %0 = memref.load %ranks[%a, %b] : memref<3x70xi64>
          %own = memref.load %x[%a, %b] : memref<3x70xi32>
          %earlier = arith.cmpi slt, %c, %b : index
          %other = memref.load %x[%a, %c] : memref<3x70xi32>
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %4 = arith.extui %3 : i1 to i64
          %5 = arith.addi %0, %4 : i64
          memref.store %5, %ranks[%a, %b] : memref<3x70xi64>
        }
      }
    }
  }
  tir.for %i = %c0 to %c3 {
    tir.for %j = %c0 to %c70 {
      tir.block "elements" iters(%a : spatial = %i in %c3, %b : spatial = %j in %c70) reads(%ranks, %x : memref<3x70xi64>, memref<3x70xi32>) writes(%y : memref<3x70xi32>) {
        %0 = memref.load %ranks[%a, %b] : memref<3x70xi64>
        %at = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a, %b] : memref<3x70xi32>
        memref.store %1, %y[%a, %at] : memref<3x70xi32>
      }
    }
  }
  tir.return
}
tir.func private @first(%x: memref<125x2xf32>, %y: memref<3x2xf32>, %p: memref<2x2xi32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c125 = arith.constant 125 : index
  %none = arith.constant 0 : i64
  %ranks = memref.alloc() : memref<125x2xi64>
  tir.for %i = %c0 to %c125 {
    tir.for %j = %c0 to %c2 {
      tir.for %k = %c0 to %c125 {
        tir.block "rank" iters(%a : spatial = %i in %c125, %b : spatial = %j in %c2, %c : reduce = %k in %c125) reads(%x : memref<125x2xf32>) writes(%ranks : memref<125x2xi64>) {
          tir.init {
            memref.store %none, %ranks[%a, %b] : memref<125x2xi64>
          }
          %0 = memref.load %ranks[%a, %b] : memref<125x2xi64>
          %x0 = memref.load %x[%a, %b] : memref<125x2xf32>
          %own = arith.bitcast %x0 : f32 to i32
          %earlier = arith.cmpi slt, %c, %a : index
          %x1 = memref.load %x[%c, %b] : memref<125x2xf32>
          %other = arith.bitcast %x1 : f32 to i32
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %4 = arith.extui %3 : i1 to i64
          %5 = arith.addi %0, %4 : i64
          memref.store %5, %ranks[%a, %b] : memref<125x2xi64>
        }
      }
    }
  }
  tir.for %i = %c0 to %c125 {
    tir.for %j = %c0 to %c2 {
      tir.block "elements" iters(%a : spatial = %i in %c125, %b : spatial = %j in %c2) reads(%ranks, %x : memref<125x2xi64>, memref<125x2xf32>) writes(%y : memref<3x2xf32>) {
        %0 = memref.load %ranks[%a, %b] : memref<125x2xi64>
        %at = arith.index_cast %0 : i64 to index
        %1 = arith.cmpi slt, %at, %c3 : index
        tir.if %1 {
          %2 = memref.load %x[%a, %b] : memref<125x2xf32>
          memref.store %2, %y[%at, %b] : memref<3x2xf32>
        }
      }
    }
  }
  tir.for %i = %c0 to %c125 {
    tir.for %j = %c0 to %c2 {
      tir.block "places" iters(%a : spatial = %i in %c125, %b : spatial = %j in %c2) reads(%ranks : memref<125x2xi64>) writes(%p : memref<2x2xi32>) {
        %0 = memref.load %ranks[%a, %b] : memref<125x2xi64>
        %at = arith.index_cast %0 : i64 to index
        %1 = arith.cmpi slt, %at, %c2 : index
        tir.if %1 {
          %2 = arith.index_cast %a : index to i32
          memref.store %2, %p[%at, %b] : memref<2x2xi32>
        }
      }
    }
  }
  memref.dealloc %ranks : memref<125x2xi64>
  tir.return
}
tir.func private @runs(%x: memref<?xi8> {tir.dims = #relax.dims<[n]>}, %y: memref<?xi64> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant -1 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %x, %c0 : memref<?xi8>
  %none = arith.constant 0 : i64
  %ranks = memref.alloc(%n) : memref<?xi64>
  %last = arith.addi %n, %c1 : index
  tir.for %i = %c0 to %n {
    tir.for %k = %c0 to %c32 {
      tir.block "rank" iters(%a : spatial = %i in %n, %c : reduce = %k in %c32) reads(%x : memref<?xi8>) writes(%ranks : memref<?xi64>) {
        tir.init {
          memref.store %none, %ranks[%a] : memref<?xi64>
        }
        %0 = memref.load %ranks[%a] : memref<?xi64>
        %own = memref.load %x[%a] : memref<?xi8>
        %run = arith.divui %a, %c32 : index
        %begin = arith.muli %run, %c32 : index
        %at = arith.addi %begin, %c : index
        %earlier = arith.cmpi slt, %at, %a : index
        %clamped = arith.minsi %at, %last : index
        %other = memref.load %x[%clamped] : memref<?xi8>
        %1 = arith.cmpi ule, %other, %own : i8
        %2 = arith.cmpi ult, %other, %own : i8
        %3 = arith.select %earlier, %1, %2 : i1
        %in = arith.cmpi sle, %at, %last : index
        %4 = arith.andi %3, %in : i1
        %5 = arith.extui %4 : i1 to i64
        %6 = arith.addi %0, %5 : i64
        memref.store %6, %ranks[%a] : memref<?xi64>
      }
    }
  }
  tir.for %i = %c0 to %n {
    tir.block "order" iters(%a : spatial = %i in %n) reads(%ranks : memref<?xi64>) writes(%y : memref<?xi64>) {
      %run = arith.divui %a, %c32 : index
      %begin = arith.muli %run, %c32 : index
      %0 = memref.load %ranks[%a] : memref<?xi64>
      %in = arith.index_cast %0 : i64 to index
      %at = arith.addi %begin, %in : index
      %1 = arith.index_cast %a : index to i64
      memref.store %1, %y[%at] : memref<?xi64>
    }
  }
  tir.return
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.structured.match ops{["tir.func"]} attributes{sym_name = "rows"} in %root : (!transform.any_op) -> !transform.any_op
    %0 = transform.tir.get_block "rank" in %rows : !transform.any_op
    transform.tir.bind_sort %0 rows = 2 lanes = 32 neighbours = 4
    %first = transform.structured.match ops{["tir.func"]} attributes{sym_name = "first"} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.tir.get_block "rank" in %first : !transform.any_op
    transform.tir.bind_sort %1 rows = 1 lanes = 16 neighbours = 8
    %runs = transform.structured.match ops{["tir.func"]} attributes{sym_name = "runs"} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.tir.get_block "rank" in %runs : !transform.any_op
    transform.tir.bind_sort %2 rows = 1 lanes = 4 neighbours = 8
    transform.yield
  }
}
