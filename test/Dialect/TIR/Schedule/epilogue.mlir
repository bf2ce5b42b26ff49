// Reductions that start with what is joined to their results.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// A bias, at other iterators, into the output; the loops are split before.
// CHECK-LABEL: @bias
// CHECK-NOT: memref.alloc
// CHECK: tir.block "S" {{.*}} reads(%arg1, %arg0 {{.*}} writes(%arg2
// CHECK: tir.init
// CHECK: memref.load %arg1
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %arg2
// CHECK-NOT: tir.block "E"
module attributes {transform.with_named_sequence} {
  tir.func private @bias(%x: memref<?x6xf32> {tir.dims = #relax.dims<[n, 6]>}, %b: memref<1xf32>, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x6xf32>
    %t = memref.alloc(%n) : memref<?xf32>
    tir.for %i = %c0 to %n {
      tir.for %k = %c0 to %c6 {
        tir.block "S" iters(%v : spatial = %i in %n, %r : reduce = %k in %c6) reads(%x : memref<?x6xf32>) writes(%t : memref<?xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<?xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<?x6xf32>
          %1 = memref.load %t[%v] : memref<?xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<?xf32>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "E" iters(%v : spatial = %i in %n) reads(%t, %b : memref<?xf32>, memref<1xf32>) writes(%y : memref<?xf32>) {
        %0 = memref.load %t[%v] : memref<?xf32>
        %1 = memref.load %b[%c0] : memref<1xf32>
        %2 = arith.addf %1, %0 : f32
        memref.store %2, %y[%v] : memref<?xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    %i, %k = transform.tir.get_loops %s
    %o, %t = transform.tir.split %i [?, 4]
    transform.tir.fuse_reduction_epilogue %s, %e
    %again = transform.tir.get_loops %s
    transform.yield
  }
}

// -----

// The greatest number, and zero: into a buffer that is made later, with the
// dimensions the other way round.
// CHECK-LABEL: @bound
// CHECK: %[[U:.*]] = memref.alloc() : memref<3x4xi32>
// CHECK: tir.block "S" {{.*}} writes(%[[U]]
// CHECK: tir.init
// CHECK: arith.maxsi
// CHECK: memref.store %{{.*}}, %[[U]][%{{.*}}, %{{.*}}]
// CHECK: tir.block "last"
module attributes {transform.with_named_sequence} {
  tir.func private @bound(%x: memref<4x3x5xi32>, %y: memref<3x4xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %f = arith.constant -99 : i32
    %zero = arith.constant 0 : i32
    %t = memref.alloc() : memref<4x3xi32>
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c3 {
        tir.for %k = %c0 to %c5 {
          tir.block "S" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c3, %r : reduce = %k in %c5) reads(%x : memref<4x3x5xi32>) writes(%t : memref<4x3xi32>) {
            tir.init {
              memref.store %f, %t[%v, %w] : memref<4x3xi32>
            }
            %0 = memref.load %x[%v, %w, %r] : memref<4x3x5xi32>
            %1 = memref.load %t[%v, %w] : memref<4x3xi32>
            %2 = arith.maxsi %0, %1 : i32
            memref.store %2, %t[%v, %w] : memref<4x3xi32>
          }
        }
      }
    }
    %u = memref.alloc() : memref<3x4xi32>
    tir.for %j = %c0 to %c3 {
      tir.for %i = %c0 to %c4 {
        tir.block "E" iters(%w : spatial = %j in %c3, %v : spatial = %i in %c4) reads(%t : memref<4x3xi32>) writes(%u : memref<3x4xi32>) {
          %0 = memref.load %t[%v, %w] : memref<4x3xi32>
          %1 = arith.maxsi %0, %zero : i32
          memref.store %1, %u[%w, %v] : memref<3x4xi32>
        }
      }
    }
    tir.for %j = %c0 to %c3 {
      tir.for %i = %c0 to %c4 {
        tir.block "last" iters(%w : spatial = %j in %c3, %v : spatial = %i in %c4) reads(%u : memref<3x4xi32>) writes(%y : memref<3x4xi32>) {
          %0 = memref.load %u[%w, %v] : memref<3x4xi32>
          memref.store %0, %y[%w, %v] : memref<3x4xi32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    transform.tir.fuse_reduction_epilogue %s, %e
    transform.yield
  }
}
