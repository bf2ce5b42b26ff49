// Copies of buffers: what is read, what is written, at other indices.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// Copies of a tile of a product's inputs, and of its result; the tile sticks
// out.
// CHECK-LABEL: @product
// CHECK: tir.for parallel
// CHECK: memref.alloc(%{{.*}}) : memref<?x8xf32, #gpu.address_space<private>>
// CHECK: memref.alloc(%{{.*}}) : memref<?x5xf32, #gpu.address_space<workgroup>>
// CHECK: tir.for %{{.*}} to %c4
// CHECK: tir.block "C_shared" iters({{.*}}) where %{{.*}} reads(%arg0
// CHECK: tir.block "C" iters({{.*}}) where
// CHECK: tir.block "C_local" iters({{.*}}) where {{.*}} writes(%arg2
module attributes {transform.with_named_sequence} {
  tir.func private @product(%x: memref<?x5xf32> {tir.dims = #relax.dims<[n, 5]>}, %y: memref<5x8xf32>, %z: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x5xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c8 {
        tir.for %k = %c0 to %c5 {
          tir.block "C" iters(%a : spatial = %i in %n, %b : spatial = %j in %c8, %c : reduce = %k in %c5) reads(%x, %y : memref<?x5xf32>, memref<5x8xf32>) writes(%z : memref<?x8xf32>) {
            tir.init {
              memref.store %f, %z[%a, %b] : memref<?x8xf32>
            }
            %0 = memref.load %x[%a, %c] : memref<?x5xf32>
            %1 = memref.load %y[%c, %b] : memref<5x8xf32>
            %2 = memref.load %z[%a, %b] : memref<?x8xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            memref.store %4, %z[%a, %b] : memref<?x8xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %c
    %io, %ii = transform.tir.split %i [?, 4]
    %in = transform.tir.cache_read %c[0] "shared"
    %out = transform.tir.cache_write %c[0] "local"
    transform.tir.compute_at %in, %io
    transform.tir.reverse_compute_at %out, %io
    transform.tir.parallel %io
    transform.yield
  }
}

// -----

// A window, and an order of dimensions, as iterators.
// CHECK-LABEL: @window
// CHECK: memref.alloc() : memref<6x3xi32>
// CHECK: tir.block "B_reindex" iters(%[[V:.*]] : spatial = {{.*}}, %[[W:.*]] : spatial =
// CHECK: %[[S:.*]] = arith.addi %[[V]], %[[W]]
// CHECK: memref.load %arg0[%[[S]]]
// CHECK: tir.block "B"
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<6x3xi32>
// CHECK: tir.block "B_reindex_1"
// CHECK: memref.store %{{.*}}, %arg1[%c0{{.*}}, %{{.*}}] : memref<1x6xi32>
module attributes {transform.with_named_sequence} {
  tir.func private @window(%x: memref<8xi32>, %y: memref<1x6xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c6 = arith.constant 6 : index
    %f = arith.constant 0 : i32
    tir.for %i = %c0 to %c6 {
      tir.for %k = %c0 to %c3 {
        tir.block "B" iters(%v : spatial = %i in %c6, %w : reduce = %k in %c3) reads(%x : memref<8xi32>) writes(%y : memref<1x6xi32>) {
          tir.init {
            memref.store %f, %y[%c0, %v] : memref<1x6xi32>
          }
          %p = arith.addi %v, %w : index
          %0 = memref.load %x[%p] : memref<8xi32>
          %1 = memref.load %y[%c0, %v] : memref<1x6xi32>
          %2 = arith.addi %0, %1 : i32
          memref.store %2, %y[%c0, %v] : memref<1x6xi32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %in = transform.tir.reindex_read %b[0]
    %out = transform.tir.reindex_write %b[0]
    transform.yield
  }
}

// -----

// Both at once, and wide copies of what is read.
// CHECK-LABEL: @at
// CHECK: tir.for parallel
// CHECK: memref.alloc() : memref<6x8xf32, #gpu.address_space<private>>
// CHECK: memref.alloc() : memref<6x8xf64, #gpu.address_space<private>>
// CHECK: arith.extf
// CHECK: memref.store %{{.*}} : memref<6x8xf64, #gpu.address_space<private>>
// CHECK: tir.block "B"
// CHECK: arith.truncf
module attributes {transform.with_named_sequence} {
  tir.func private @at(%x: memref<6x8xf32>, %y: memref<6x8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c6, %w : spatial = %j in %c8) reads(%x : memref<6x8xf32>) writes(%y : memref<6x8xf32>) {
          %0 = memref.load %x[%v, %w] : memref<6x8xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %y[%v, %w] : memref<6x8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %in = transform.tir.read_at %i, %b[0] "local"
    %out = transform.tir.write_at %i, %b[0] "local"
    transform.tir.unsafe_set_dtype %in[0] f64
    transform.tir.parallel %i
    transform.yield
  }
}
