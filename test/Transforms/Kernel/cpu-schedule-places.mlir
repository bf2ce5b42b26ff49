// Places that are loaded: what does not move in the table is the same element.
// RUN: relax-opt %s --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | diff %t -
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s
// RUN: %same-results="relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=0
// RUN: %same-results="relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=512}" --tolerance=0

// Which words of a row a block reads is in a table: its columns share these.
// CHECK-LABEL: tir.func private @places(
// CHECK: memref.expand_shape %{{.*}} into memref<37x2x16xi32>
// CHECK: memref.alloc() : memref<{{.*}}x16xi32>
// CHECK: tir.for unrolled
// CHECK: tir.for vectorized
// CHECK: %[[PLACE:.*]] = memref.load %arg2[%[[BLOCK:.*]], %[[STEP:.*]]] : memref<2x5xi32>
// CHECK: %[[AT:.*]] = arith.index_cast %[[PLACE]]
// CHECK: memref.load %arg0[%{{.*}}, %[[AT]]] : memref<37x9xi32>
// CHECK: memref.load %arg1[%[[BLOCK]], %[[STEP]], %{{.*}}] : memref<2x5x16xi32>
tir.func private @places(%x: memref<37x9xi32>, %w: memref<2x5x16xi32>, %p: memref<2x5xi32>, %y: memref<37x32xi32>) attributes {num_inputs = 3 : i64} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c37 = arith.constant 37 : index
  %zero = arith.constant 0 : i32
  tir.for %i = %c0 to %c37 {
    tir.for %j = %c0 to %c32 {
      tir.for %k = %c0 to %c5 {
        tir.block "places" iters(%m : spatial = %i in %c37, %n : spatial = %j in %c32, %g : reduce = %k in %c5) reads(%p, %x, %w : memref<2x5xi32>, memref<37x9xi32>, memref<2x5x16xi32>) writes(%y : memref<37x32xi32>) {
          tir.init {
            memref.store %zero, %y[%m, %n] : memref<37x32xi32>
          }
          %0 = memref.load %y[%m, %n] : memref<37x32xi32>
          %block = arith.divui %n, %c16 : index
          %place = memref.load %p[%block, %g] : memref<2x5xi32>
          %inside = arith.remui %n, %c16 : index
          %at = arith.index_cast %place : i32 to index
          %lhs = memref.load %x[%m, %at] : memref<37x9xi32>
          %rhs = memref.load %w[%block, %g, %inside] : memref<2x5x16xi32>
          %1 = tir.dot2_s16 %lhs, %rhs : i32
          %2 = arith.addi %0, %1 : i32
          memref.store %2, %y[%m, %n] : memref<37x32xi32>
        }
      }
    }
  }
  tir.return
}
relax.func @placed(%x: tensor<37x9xi32>, %w: tensor<2x5x16xi32>) -> tensor<37x32xi32> {
  %p = relax.constant dense<[[0, 2, 3, 5, 8], [8, 7, 6, 1, 1]]> : tensor<2x5xi32>
  %0 = relax.call_tir @places(%x, %w, %p) : (tensor<37x9xi32>, tensor<2x5x16xi32>, tensor<2x5xi32>) -> tensor<37x32xi32>
  relax.return %0 : tensor<37x32xi32>
}
