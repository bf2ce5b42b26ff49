// Loops: split, fuse, reorder, add, merge, partition.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// A factor that is open; what is too much is left out.
// CHECK-LABEL: @split
// CHECK: %[[N:.*]] = arith.ceildivsi
// CHECK: tir.for parallel %[[O:.*]] = %{{.*}} to %
// CHECK-NEXT: tir.for vectorized %[[I:.*]] = %{{.*}} to %c4
// CHECK: %[[M:.*]] = arith.muli %[[O]], %c4
// CHECK-NEXT: %[[V:.*]] = arith.addi %[[M]], %[[I]]
// CHECK: %[[P:.*]] = arith.cmpi slt, %[[V]], %{{.*}}
// CHECK-NEXT: tir.block "B" iters(%{{.*}} : spatial = %[[V]] in %{{.*}}) where %[[P]]
module attributes {transform.with_named_sequence} {
  tir.func private @split(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    tir.for %i = %c0 to %n {
      tir.block "B" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
        %0 = memref.load %x[%v] : memref<?xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<?xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %o, %r = transform.tir.split %i [?, 4]
    transform.tir.parallel %o
    transform.tir.vectorize %r
    transform.yield
  }
}

// -----

// Constants: no predicate where none is needed; an old one stays.
// CHECK-LABEL: @split_constant
// CHECK: tir.for %{{.*}} to %c2
// CHECK: tir.for %{{.*}} to %c3
// CHECK: tir.for %{{.*}} to %c2
// CHECK-NOT: arith.cmpi
// CHECK: tir.block "A"
// CHECK-NOT: where
// CHECK: tir.for unrolled
// CHECK: arith.andi %[[OLD:.*]], %{{.*}} : i1
// CHECK-NEXT: tir.block "C"{{.*}} where
module attributes {transform.with_named_sequence} {
  tir.func private @split_constant(%x: memref<12xf32>, %y: memref<12xf32>, %z: memref<12xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : index
    %c12 = arith.constant 12 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c12 {
      tir.block "A" iters(%v : spatial = %i in %c12) reads(%x : memref<12xf32>) writes(%y : memref<12xf32>) {
        %0 = memref.load %x[%v] : memref<12xf32>
        memref.store %0, %y[%v] : memref<12xf32>
      }
    }
    tir.for %i = %c0 to %c12 {
      tir.block "B" iters(%v : spatial = %i in %c12) writes(%z : memref<12xf32>) {
        memref.store %f, %z[%v] : memref<12xf32>
      }
    }
    tir.for %i = %c0 to %c12 {
      %p = arith.cmpi slt, %i, %c7 : index
      tir.block "C" iters(%v : spatial = %i in %c12) where %p reads(%x : memref<12xf32>) writes(%z : memref<12xf32>) {
        %0 = memref.load %x[%v] : memref<12xf32>
        memref.store %0, %z[%v] : memref<12xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    %0:3 = transform.tir.split %i [2, ?, 2]
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %j = transform.tir.get_loops %c
    %o, %r = transform.tir.split %j [5, 3]
    transform.tir.unroll %r
    transform.yield
  }
}

// -----

// CHECK-LABEL: @fuse
// CHECK: arith.ceildivsi
// CHECK: tir.for %[[F:.*]] = %{{.*}} to %
// CHECK-NEXT: tir.for %{{.*}} to %c8
// CHECK-NOT: tir.for
// CHECK-DAG: arith.divui
// CHECK-DAG: arith.remui
module attributes {transform.with_named_sequence} {
  tir.func private @fuse(%x: memref<?x3x?xf32> {tir.dims = #relax.dims<[n, 3, m]>}, %y: memref<?x3x?xf32> {tir.dims = #relax.dims<[n, 3, m]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %n = memref.dim %x, %c0 : memref<?x3x?xf32>
    %m = memref.dim %x, %c2 : memref<?x3x?xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c3 {
        tir.for %k = %c0 to %m {
          tir.block "B" iters(%u : spatial = %i in %n, %v : spatial = %j in %c3, %w : spatial = %k in %m) reads(%x : memref<?x3x?xf32>) writes(%y : memref<?x3x?xf32>) {
            %0 = memref.load %x[%u, %v, %w] : memref<?x3x?xf32>
            %1 = arith.mulf %0, %0 : f32
            memref.store %1, %y[%u, %v, %w] : memref<?x3x?xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %b
    %f = transform.tir.fuse %i, %j, %k
    %o, %r = transform.tir.split %f [?, 8]
    transform.yield
  }
}

// -----

// A reduction: tiles of all loops, in another order; then some made one.
// CHECK-LABEL: @matmul
// CHECK: tir.for %{{.*}} to %c3
// CHECK: tir.for %{{.*}} to %c4
// CHECK: tir.for unrolled %{{.*}} to %c5
// CHECK: tir.block "C" iters(%{{.*}} : reduce = %{{.*}}, %{{.*}} : spatial = %{{.*}}, %{{.*}} : spatial
module attributes {transform.with_named_sequence} {
  tir.func private @matmul(%x: memref<6x8xf32>, %y: memref<8x10xf32>, %z: memref<6x10xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %c10 = arith.constant 10 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c10 {
        tir.for %k = %c0 to %c8 {
          tir.block "C" iters(%a : spatial = %i in %c6, %b : spatial = %j in %c10, %c : reduce = %k in %c8) reads(%x, %y : memref<6x8xf32>, memref<8x10xf32>) writes(%z : memref<6x10xf32>) {
            tir.init {
              memref.store %f, %z[%a, %b] : memref<6x10xf32>
            }
            %0 = memref.load %x[%a, %c] : memref<6x8xf32>
            %1 = memref.load %y[%c, %b] : memref<8x10xf32>
            %2 = memref.load %z[%a, %b] : memref<6x10xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            memref.store %4, %z[%a, %b] : memref<6x10xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "C" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %b
    %io, %ii = transform.tir.split %i [?, 3]
    %jo, %ji = transform.tir.split %j [?, 5]
    %ko, %ki = transform.tir.split %k [2, 4]
    transform.tir.reorder %ko, %io, %jo, %ii, %ki, %ji
    %f = transform.tir.fuse %ko, %io, %jo
    transform.tir.reorder_block_iter_var %b [2, 0, 1]
    transform.tir.unroll %ji
    transform.yield
  }
}

// -----

// A computation of rank 0 has no loop; it gets one.
// CHECK-LABEL: @scalar
// CHECK: tir.for unrolled
// CHECK: tir.for
// CHECK: tir.block "S" writes
module attributes {transform.with_named_sequence} {
  tir.func private @scalar(%x: memref<f32>) attributes {num_inputs = 0} {
    %f = arith.constant 2.0 : f32
    tir.block "S" writes(%x : memref<f32>) {
      memref.store %f, %x[] : memref<f32>
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "S" in %root : !transform.any_op
    %one = transform.tir.add_unit_loop %b : !transform.op<"tir.block">
    %two = transform.tir.add_unit_loop %one : !transform.op<"tir.for">
    transform.tir.unroll %two
    transform.yield
  }
}

// -----

// The second loop reads what the first one has just written.
// CHECK-LABEL: @merge
// CHECK: tir.for parallel %[[I:.*]] = %c0 to %c9
// CHECK: tir.block "A" iters(%{{.*}} : spatial = %[[I]]
// CHECK: tir.block "B" iters(%{{.*}} : spatial = %[[I]]
// CHECK: tir.block "C" iters(%{{.*}} : spatial = %[[I]]
// CHECK-NOT: tir.for
module attributes {transform.with_named_sequence} {
  tir.func private @merge(%x: memref<9xf32>, %y: memref<9xf32>, %z: memref<9xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c9 = arith.constant 9 : index
    tir.for %i = %c0 to %c9 {
      tir.block "A" iters(%v : spatial = %i in %c9) reads(%x : memref<9xf32>) writes(%y : memref<9xf32>) {
        %0 = memref.load %x[%v] : memref<9xf32>
        memref.store %0, %y[%v] : memref<9xf32>
      }
    }
    %t = memref.alloc() : memref<9xf32>
    tir.for %i = %c0 to %c9 {
      tir.block "B" iters(%v : spatial = %i in %c9) reads(%y : memref<9xf32>) writes(%t : memref<9xf32>) {
        %0 = memref.load %y[%v] : memref<9xf32>
        %1 = arith.mulf %0, %0 : f32
        memref.store %1, %t[%v] : memref<9xf32>
      }
    }
    tir.for %i = %c0 to %c9 {
      tir.block "C" iters(%v : spatial = %i in %c9) reads(%t : memref<9xf32>) writes(%z : memref<9xf32>) {
        %0 = memref.load %t[%v] : memref<9xf32>
        memref.store %0, %z[%v] : memref<9xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    %j = transform.tir.get_loops %b
    %k = transform.tir.get_loops %c
    %m = transform.tir.merge %i, %j, %k
    transform.tir.parallel %m
    transform.yield
  }
}

// -----

// The ends of a range apart from its middle, also where the range is short.
// CHECK-LABEL: @partition
// CHECK: tir.for %{{.*}} = %c0 to %[[E:.*]] {
// CHECK: tir.block "B"
// CHECK: tir.for parallel %{{.*}} = %[[E]] to %[[F:.*]] {
// CHECK: tir.block "B_1"
// CHECK: tir.for %{{.*}} = %[[F]] to %{{.*}} {
// CHECK: tir.block "B_2"
module attributes {transform.with_named_sequence} {
  tir.func private @partition(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    tir.for %i = %c0 to %n {
      tir.block "B" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
        %0 = memref.load %x[%v] : memref<?xf32>
        memref.store %0, %y[%v] : memref<?xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %0:3 = transform.tir.loop_partition %i [2, ?, 1]
    transform.tir.parallel %0#1
    transform.yield
  }
}
