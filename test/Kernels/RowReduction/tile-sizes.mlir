// Tiles for a CPU where sizes are known only when the program runs, and where
// tiles may not overlap; a function that nothing calls, one with no block.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter --tolerance=1e-5

// CHECK-LABEL: @unknown
// CHECK-NOT: tir.block
// CHECK: tir.for vectorized
module attributes {transform.with_named_sequence} {
  tir.func private @unknown(%x: memref<?x?xf32> {tir.dims = #relax.dims<[n, m]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %z: memref<?xf32> {tir.dims = #relax.dims<[m]>}, %u: memref<?x?xf32> {tir.dims = #relax.dims<[n, m]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x?xf32>
    %m = memref.dim %x, %c1 : memref<?x?xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %m {
        tir.block "rows" iters(%v : spatial = %i in %n, %r : reduce = %j in %m) reads(%x : memref<?x?xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<?x?xf32>
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%v] : memref<?xf32>
        }
      }
    }
    tir.for %j = %c0 to %m {
      tir.for %i = %c0 to %n {
        tir.block "columns" iters(%v : spatial = %j in %m, %r : reduce = %i in %n) reads(%x : memref<?x?xf32>) writes(%z : memref<?xf32>) {
          tir.init {
            memref.store %f, %z[%v] : memref<?xf32>
          }
          %0 = memref.load %x[%r, %v] : memref<?x?xf32>
          %1 = memref.load %z[%v] : memref<?xf32>
          %2 = arith.maximumf %1, %0 : f32
          memref.store %2, %z[%v] : memref<?xf32>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %m {
        tir.block "double" iters(%v : spatial = %i in %n, %w : spatial = %j in %m) reads(%x : memref<?x?xf32>) writes(%u : memref<?x?xf32>) {
          %0 = memref.load %x[%v, %w] : memref<?x?xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %u[%v, %w] : memref<?x?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.tir.get_block "rows" in %root : !transform.any_op
    %columns = transform.tir.get_block "columns" in %root : !transform.any_op
    %double = transform.tir.get_block "double" in %root : !transform.any_op
    transform.tir.vectorize_reduction %rows lanes = 4
    transform.tir.tile_reduction %columns lanes = 4
    transform.tir.tile_spatial %double lanes = 4
    transform.yield
  }
}

// -----

// Columns that a tile of the size that is asked for divides.
// CHECK-LABEL: @asked
// CHECK: memref.alloc() : memref<2x5xi32>
module attributes {transform.with_named_sequence} {
  tir.func private @nothing(%x: memref<4xi32>) attributes {num_inputs = 1} {
    tir.return
  }
  tir.func private @asked(%x: memref<6x8xi32>, %w: memref<8x10xi32>, %y: memref<6x10xi32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %c10 = arith.constant 10 : index
    %f = arith.constant 0 : i32
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c10 {
        tir.for %k = %c0 to %c8 {
          tir.block "product" iters(%v : spatial = %i in %c6, %u : spatial = %j in %c10, %r : reduce = %k in %c8) reads(%x, %w : memref<6x8xi32>, memref<8x10xi32>) writes(%y : memref<6x10xi32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<6x10xi32>
            }
            %0 = memref.load %y[%v, %u] : memref<6x10xi32>
            %1 = memref.load %x[%v, %r] : memref<6x8xi32>
            %2 = memref.load %w[%r, %u] : memref<8x10xi32>
            %3 = arith.muli %1, %2 : i32
            %4 = arith.addi %0, %3 : i32
            memref.store %4, %y[%v, %u] : memref<6x10xi32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %product = transform.tir.get_block "product" in %root : !transform.any_op
    transform.tir.tile_reduction %product lanes = 4 tile = [2, 5]
    %functions = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %functions : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      transform.tir.lower_blocks %function : !transform.any_op
    }
    transform.yield
  }
}
