// Borders: filled by a block of their own, or added for extents that are
// multiples.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// The two dimensions are compared with both sides; the rest is a predicate.
// CHECK-LABEL: @border
// CHECK: tir.block "P_pad_const" iters({{.*}} : spatial = %{{.*}} in %c10{{.*}}, {{.*}} : spatial = %{{.*}} in %c7
// CHECK-NEXT: memref.store %cst
// CHECK: tir.for %[[I:.*]] = %c0{{.*}} to %c8
// CHECK: tir.for %[[J:.*]] = %c0{{.*}} to %c6
// CHECK: %[[E:.*]] = arith.cmpi ne
// CHECK: tir.block "P" iters(%[[V:.*]] : spatial = %[[I]] in %c8{{.*}}, %{{.*}} : spatial = %[[J]] in %c6{{.*}}) where %[[E]]
// CHECK: arith.addi %[[V]], %c1
// CHECK-NOT: scf.if
module attributes {transform.with_named_sequence} {
  tir.func private @border(%x: memref<8x6xf32>, %y: memref<10x7xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %f = arith.constant 2.0 : f32
    tir.for %i = %c0 to %c10 {
      tir.for %j = %c0 to %c7 {
        tir.block "P" iters(%v : spatial = %i in %c10, %w : spatial = %j in %c7) reads(%x : memref<8x6xf32>) writes(%y : memref<10x7xf32>) {
          %a = arith.cmpi sge, %v, %c1 : index
          %b = arith.cmpi sgt, %c9, %v : index
          %ab = arith.andi %a, %b : i1
          %p = arith.addi %w, %c1 : index
          %c = arith.cmpi sle, %p, %c6 : index
          %abc = arith.andi %ab, %c : i1
          %d = arith.cmpi ne, %w, %c3 : index
          %all = arith.andi %abc, %d : i1
          %r = scf.if %all -> (f32) {
            %q = arith.subi %v, %c1 : index
            %0 = memref.load %x[%q, %w] : memref<8x6xf32>
            scf.yield %0 : f32
          } else {
            scf.yield %f : f32
          }
          memref.store %r, %y[%v, %w] : memref<10x7xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %p
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

// Inside an outer loop, of an unknown size, and a value that is chosen only.
// CHECK-LABEL: @chosen
// CHECK: tir.for %[[I:.*]] = %c0
// CHECK: tir.block "P_pad_const"
// CHECK: arith.minsi
// CHECK: tir.block "P" iters(%{{.*}} : spatial = %[[I]] in %c4{{.*}}, %{{.*}} : spatial = %{{.*}} in %[[N:.*]])
// CHECK-NOT: arith.select
module attributes {transform.with_named_sequence} {
  tir.func private @chosen(%x: memref<4x?xi32> {tir.dims = #relax.dims<[4, n]>}, %y: memref<4x?xi32> {tir.dims = #relax.dims<[4, n]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %f = arith.constant 2 : i32
    %n = memref.dim %x, %c1 : memref<4x?xi32>
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %n {
        tir.block "P" iters(%v : spatial = %i in %c4, %w : spatial = %j in %n) reads(%x : memref<4x?xi32>) writes(%y : memref<4x?xi32>) {
          %a = arith.cmpi slt, %w, %c4 : index
          %0 = memref.load %x[%v, %w] : memref<4x?xi32>
          %r = arith.select %a, %0, %f : i32
          memref.store %r, %y[%v, %w] : memref<4x?xi32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %p
    %b = transform.tir.decompose_padding %p before %j
    transform.yield
  }
}

// -----

// A product whose sizes are no multiples, one of them unknown.
// CHECK-LABEL: @product
// CHECK: memref.alloc(%{{.*}}) : memref<?x8xf32>
// CHECK: tir.block "C_pad_input"
// CHECK: scf.if
// CHECK: memref.alloc() : memref<8x8xf32>
// CHECK: tir.block "C_pad_input_1"
// CHECK: memref.alloc(%{{.*}}) : memref<?x1x8xf32>
// CHECK: tir.block "C" iters({{.*}} : spatial = %{{.*}} in %[[N:.*]], {{.*}} : spatial = %{{.*}} in %c8{{.*}}, {{.*}} : reduce = %{{.*}} in %c8
// CHECK: tir.block "C_pad_output" iters({{.*}} : spatial = %{{.*}} in %{{.*}}, {{.*}} : spatial = %{{.*}} in %c7
// CHECK: memref.store %{{.*}}, %arg2[%{{.*}}, %c0{{.*}}, %{{.*}}]
module attributes {transform.with_named_sequence} {
  tir.func private @product(%x: memref<?x5xf32> {tir.dims = #relax.dims<[n, 5]>}, %y: memref<5x7xf32>, %z: memref<?x1x7xf32> {tir.dims = #relax.dims<[n, 1, 7]>}) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x5xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c7 {
        tir.for %k = %c0 to %c5 {
          tir.block "C" iters(%a : spatial = %i in %n, %b : spatial = %j in %c7, %c : reduce = %k in %c5) reads(%x, %y : memref<?x5xf32>, memref<5x7xf32>) writes(%z : memref<?x1x7xf32>) {
            tir.init {
              memref.store %f, %z[%a, %c0, %b] : memref<?x1x7xf32>
            }
            %0 = memref.load %x[%a, %c] : memref<?x5xf32>
            %1 = memref.load %y[%c, %b] : memref<5x7xf32>
            %2 = memref.load %z[%a, %c0, %b] : memref<?x1x7xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            memref.store %4, %z[%a, %c0, %b] : memref<?x1x7xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    transform.tir.pad_einsum %c [4, 4, 8]
    transform.yield
  }
}

// -----

// Numbers that are whole, and one that divides already: nothing to copy there.
// CHECK-LABEL: @integers
// CHECK-COUNT-1: tir.block "C_pad_input"
// CHECK: arith.extsi
// CHECK-NOT: pad_output
module attributes {transform.with_named_sequence} {
  tir.func private @integers(%x: memref<4x5xi8>, %y: memref<4xi32>, %z: memref<4xi32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %f = arith.constant 0 : i32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c5 {
        tir.block "C" iters(%a : spatial = %i in %c4, %c : reduce = %k in %c5) reads(%x, %y : memref<4x5xi8>, memref<4xi32>) writes(%z : memref<4xi32>) {
          tir.init {
            memref.store %f, %z[%a] : memref<4xi32>
          }
          %0 = memref.load %x[%a, %c] : memref<4x5xi8>
          %1 = arith.extsi %0 : i8 to i32
          %2 = memref.load %y[%a] : memref<4xi32>
          %3 = arith.muli %1, %2 : i32
          %4 = memref.load %z[%a] : memref<4xi32>
          %5 = arith.addi %3, %4 : i32
          memref.store %5, %z[%a] : memref<4xi32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    transform.tir.pad_einsum %c [2, 8]
    transform.yield
  }
}
