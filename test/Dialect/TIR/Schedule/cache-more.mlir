// Copies in place, of indices, at indices of one's choice, and known parts.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// Elements that are changed where they are: in a copy, for all loops at once,
// and for one row of a tile that sticks out.
// CHECK-LABEL: @in_place
// CHECK: tir.block "B_local" {{.*}} reads(%arg1
// CHECK: tir.block "B" {{.*}} reads(%[[C:.*]] : memref<?xi32, #gpu.address_space<private>>) writes(%[[C]]
// CHECK: tir.block "B_back" {{.*}} writes(%arg1
module attributes {transform.with_named_sequence} {
  tir.func private @in_place(%x: memref<?xi32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xi32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xi32>
    tir.for %i = %c0 to %n {
      tir.block "A" iters(%v : spatial = %i in %n) reads(%x : memref<?xi32>) writes(%y : memref<?xi32>) {
        %0 = memref.load %x[%v] : memref<?xi32>
        memref.store %0, %y[%v] : memref<?xi32>
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "B" iters(%v : spatial = %i in %n) reads(%y : memref<?xi32>) writes(%y : memref<?xi32>) {
        %0 = memref.load %y[%v] : memref<?xi32>
        %1 = arith.muli %0, %0 : i32
        memref.store %1, %y[%v] : memref<?xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %o, %t = transform.tir.split %i [?, 4]
    %in, %out = transform.tir.cache_inplace %b[0] "local"
    transform.tir.annotate "hint" = 1 : i64 at %in : !transform.op<"tir.block">
    transform.yield
  }
}

// -----

// Two indices, one computed of the other; an index that is used once stays.
// CHECK-LABEL: @index
// CHECK: memref.alloc() : memref<3x2xi64>
// CHECK: tir.block "B_index" iters(%{{.*}} : spatial = %{{.*}} in %c3{{.*}}, %{{.*}} : spatial = %{{.*}} in %c2
// CHECK: arith.muli
// CHECK: memref.alloc() : memref<3x2xi64>
// CHECK: tir.block "B_index_1"
// CHECK: tir.block "B"
// CHECK-NOT: arith.muli
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<3x2xi64>
// CHECK: arith.index_cast
module attributes {transform.with_named_sequence} {
  tir.func private @index(%x: memref<8xf32>, %z: memref<8xf32>, %y: memref<3x2xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    tir.for %i = %c0 to %c3 {
      tir.for %j = %c0 to %c2 {
        tir.block "B" iters(%v : spatial = %i in %c3, %w : spatial = %j in %c2) reads(%x, %z : memref<8xf32>, memref<8xf32>) writes(%y : memref<3x2xf32>) {
          %p = arith.muli %v, %v : index
          %q = arith.addi %p, %w : index
          %r = arith.addi %q, %c1 : index
          %0 = memref.load %x[%q] : memref<8xf32>
          %1 = memref.load %z[%q] : memref<8xf32>
          %2 = memref.load %x[%r] : memref<8xf32>
          %3 = memref.load %z[%r] : memref<8xf32>
          %4 = arith.addf %0, %1 : f32
          %5 = arith.addf %2, %3 : f32
          %6 = arith.addf %4, %5 : f32
          memref.store %6, %y[%v, %w] : memref<3x2xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %tables = transform.tir.cache_index %b uses = 2 "global"
    transform.yield
  }
}

// -----

// A transposed copy of one input, and a result in tiles.
// CHECK-LABEL: @arranged
// CHECK: memref.alloc(%{{.*}}) : memref<5x?xf32, #gpu.address_space<workgroup>>
// CHECK: tir.block "C_reindex"
// CHECK: memref.store %{{.*}}[%{{.*}}, %{{.*}}] : memref<5x?xf32, #gpu.address_space<workgroup>>
// CHECK: memref.alloc(%{{.*}}) : memref<2x?x4xf32, #gpu.address_space<private>>
// CHECK: tir.block "C"
// CHECK: tir.block "C_reindex_1" {{.*}} writes(%arg2
module attributes {transform.with_named_sequence} {
  tir.func private @arranged(%x: memref<?x5xf32> {tir.dims = #relax.dims<[n, 5]>}, %y: memref<5x8xf32>, %z: memref<?x8xf32> {tir.dims = #relax.dims<[n, 8]>}) attributes {num_inputs = 2} {
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
    %in = transform.tir.reindex_cache_read %c[0] "shared" by affine_map<(i, j, k) -> (k, i)>
    %out = transform.tir.reindex_cache_write %c[0] "local" by affine_map<(i, j, k) -> (j floordiv 4, i, j mod 4)>
    transform.yield
  }
}

// -----

// Rows by a table whose numbers are known to be those of one half: the copy in
// the loop has two rows.
// CHECK-LABEL: @part
// CHECK: tir.for %[[I:.*]] = %c0
// CHECK: tir.for %{{.*}} = %c0{{.*}} to %c2
// CHECK: tir.block "A"
// CHECK: tir.block "B"
// CHECK: arith.maxsi
// CHECK: arith.minsi
module attributes {transform.with_named_sequence} {
  tir.func private @part(%x: memref<4xf32>, %y: memref<2x3xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %t = memref.alloc() : memref<4xf32>
    tir.for %i = %c0 to %c4 {
      tir.block "A" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%t : memref<4xf32>) {
        %0 = memref.load %x[%v] : memref<4xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<4xf32>
      }
    }
    tir.for %i = %c0 to %c2 {
      tir.for %j = %c0 to %c3 {
        tir.block "B" iters(%v : spatial = %i in %c2, %w : spatial = %j in %c3) reads(%t : memref<4xf32>) writes(%y : memref<2x3xf32>) {
          %p = arith.muli %w, %w : index
          %q = arith.remui %p, %c2 : index
          %b = arith.muli %v, %c2 : index
          %r = arith.addi %q, %b : index
          %0 = memref.load %t[%r] : memref<4xf32>
          memref.store %0, %y[%v, %w] : memref<2x3xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    transform.tir.annotate_buffer_access %b[0] by affine_map<(i, j) -> (i * 2, i * 2 + 2)>
    transform.tir.compute_at %a, %i
    transform.yield
  }
}
