// Scans by threads, as a script: several rows a block, pieces of one row of
// unknown length, and pieces of known rows; it computes what the loops do.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --transform-preload-library='transform-library-paths=%t/schedule.mlir' --transform-interpreter --tir-verify-well-formed --tir-verify-scheduled --verify-each | FileCheck %s
// RUN: relax-interp %t/program.mlir --before-after='transform-preload-library{transform-library-paths=%t/schedule.mlir},transform-interpreter' --tolerance=1e-5
// RUN: relax-opt %t/program.mlir --transform-preload-library='transform-library-paths=%t/rejected.mlir' --transform-interpreter > %t/rejected.out
// RUN: relax-opt %t/program.mlir | diff - %t/rejected.out

// CHECK-LABEL: tir.func private @rows
// CHECK-NOT: tir.block
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c2{{.*}} {
// CHECK: memref.alloc() : memref<2x160xf32, #gpu.address_space<workgroup>>
// CHECK: "threadIdx.y" %{{.*}} = %c0{{.*}} to %c2
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c32
// CHECK-LABEL: tir.func private @long
// CHECK: memref.alloc() : memref<1x5xi32>
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c5
// CHECK: "blockIdx.x" %{{.*}} = %c0{{.*}} to %c5
// CHECK-NOT: tir.block

//--- program.mlir
tir.func private @rows(%x: memref<3x400xf32>, %y: memref<3x400xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c400 = arith.constant 400 : index
  tir.for %i = %c0 to %c3 {
    tir.block "sum" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x400xf32>, memref<3x400xf32>) writes(%y : memref<3x400xf32>) {
      %0 = arith.cmpi sgt, %c400, %c0 : index
      tir.if %0 {
        %1 = memref.load %x[%a, %c0] : memref<3x400xf32>
        memref.store %1, %y[%a, %c0] : memref<3x400xf32>
      }
      tir.for %k = %c1 to %c400 {
        %b = arith.subi %k, %c1 : index
        %2 = memref.load %y[%a, %b] : memref<3x400xf32>
        %3 = memref.load %x[%a, %k] : memref<3x400xf32>
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %y[%a, %k] : memref<3x400xf32>
      }
    }
  }
  tir.return
}
tir.func private @long(%x: memref<?xi32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xi32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  tir.block "product" reads(%x, %y : memref<?xi32>, memref<?xi32>) writes(%y : memref<?xi32>) {
    %0 = arith.cmpi sgt, %n, %c0 : index
    tir.if %0 {
      %1 = memref.load %x[%c0] : memref<?xi32>
      memref.store %1, %y[%c0] : memref<?xi32>
    }
    tir.for %k = %c1 to %n {
      %b = arith.subi %k, %c1 : index
      %2 = memref.load %y[%b] : memref<?xi32>
      %3 = memref.load %x[%k] : memref<?xi32>
      %4 = arith.muli %2, %3 : i32
      memref.store %4, %y[%k] : memref<?xi32>
    }
  }
  tir.return
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %sum = transform.tir.get_block "sum" in %root : !transform.any_op
    transform.tir.bind_scan %sum rows = 2 lanes = 32 neighbours = 5 chunks = 1
    %product = transform.tir.get_block "product" in %root : !transform.any_op
    transform.tir.bind_scan %product rows = 1 lanes = 64 neighbours = 2 chunks = 5
    %functions = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %functions : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      transform.tir.lower_blocks %function : !transform.any_op
    }
    transform.yield
  }
}

//--- rejected.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%all: !transform.any_op):
      %sum = transform.tir.get_block "sum" in %all : !transform.any_op
      transform.tir.bind_scan %sum rows = 1 lanes = 1024 neighbours = 64 chunks = 1
    }
    transform.yield
  }
}
