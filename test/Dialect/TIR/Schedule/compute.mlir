// Where blocks compute: with their consumers, with their producers.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// Through another order of dimensions; the last one takes both in.
// CHECK-LABEL: @inline
// CHECK-NOT: memref.alloc
// CHECK-NOT: tir.block "A"
// CHECK: tir.block "B" iters(%[[V:.*]] : spatial = {{.*}}, %[[W:.*]] : spatial = {{.*}}) where %{{.*}} reads(%arg0
// CHECK: %[[X:.*]] = memref.load %arg0[%[[W]], %[[V]]]
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: %[[Z:.*]] = arith.mulf %[[Y]], %{{.*}}
// CHECK-NEXT: arith.subf %[[Z]], %{{.*}}
// CHECK-NOT: tir.block "C"
module attributes {transform.with_named_sequence} {
  tir.func private @inline(%x: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %y: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %n = memref.dim %x, %c0 : memref<?x4xf32>
    %t = memref.alloc(%n) : memref<4x?xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c4 {
        tir.block "A" iters(%v : spatial = %i in %n, %w : spatial = %j in %c4) reads(%x : memref<?x4xf32>) writes(%t : memref<4x?xf32>) {
          %0 = memref.load %x[%v, %w] : memref<?x4xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %t[%w, %v] : memref<4x?xf32>
        }
      }
    }
    %u = memref.alloc(%n) : memref<4x?xf32>
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %n {
        tir.block "B" iters(%v : spatial = %i in %c4, %w : spatial = %j in %n) reads(%t : memref<4x?xf32>) writes(%u : memref<4x?xf32>) {
          %f = arith.constant 2.0 : f32
          %0 = memref.load %t[%v, %w] : memref<4x?xf32>
          %1 = arith.mulf %0, %f : f32
          memref.store %1, %u[%v, %w] : memref<4x?xf32>
        }
      }
    }
    %g = arith.constant 1.0 : f32
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c4 {
        tir.block "C" iters(%v : spatial = %i in %n, %w : spatial = %j in %c4) reads(%u : memref<4x?xf32>) writes(%y : memref<?x4xf32>) {
          %0 = memref.load %u[%w, %v] : memref<4x?xf32>
          %1 = arith.subf %0, %g : f32
          memref.store %1, %y[%v, %w] : memref<?x4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %o, %p = transform.tir.split %j [?, 4]
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    transform.tir.reverse_compute_inline %c
    transform.tir.compute_inline %a
    transform.yield
  }
}

// -----

// A window over what another block makes: five rows for a tile of three, and
// less where the tile sticks out.
// CHECK-LABEL: @compute_at
// CHECK: tir.for parallel %[[O:.*]] = %
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: %[[B:.*]] = arith.muli %[[O]], %{{.*}}
// CHECK: tir.for %[[J:.*]] = %{{.*}} to %c5
// CHECK: %[[R:.*]] = arith.addi %[[B]], %[[J]]
// CHECK: %[[P:.*]] = arith.cmpi slt, %[[R]], %
// CHECK: tir.block "A" iters(%{{.*}} : spatial = %[[R]] in %{{.*}}) where %[[P]]
// CHECK: tir.for %{{.*}} to %c3
// CHECK: tir.block "B"
module attributes {transform.with_named_sequence} {
  tir.func private @compute_at(%s: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %x: memref<?xf32> {tir.dims = #relax.dims<[n + 2]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %f = arith.constant 0.0 : f32
    %m = memref.dim %x, %c0 : memref<?xf32>
    %n = memref.dim %y, %c0 : memref<?xf32>
    %t = memref.alloc(%m) : memref<?xf32>
    tir.for %i = %c0 to %m {
      tir.block "A" iters(%v : spatial = %i in %m) reads(%x : memref<?xf32>) writes(%t : memref<?xf32>) {
        %0 = memref.load %x[%v] : memref<?xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<?xf32>
      }
    }
    tir.for %i = %c0 to %n {
      tir.for %k = %c0 to %c3 {
        tir.block "B" iters(%v : spatial = %i in %n, %w : reduce = %k in %c3) reads(%t : memref<?xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %p = arith.addi %v, %w : index
          %0 = memref.load %t[%p] : memref<?xf32>
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %k = transform.tir.get_loops %b
    %o, %r = transform.tir.split %i [?, 3]
    transform.tir.compute_at %a, %o
    transform.tir.parallel %o
    transform.yield
  }
}

// -----

// What a tile of a product has made is used at once, by rows.
// CHECK-LABEL: @reverse_compute_at
// CHECK: tir.for parallel
// CHECK: memref.alloc() : memref<6x8xf32>
// CHECK: tir.block "C"
// CHECK: tir.for %{{.*}} to %c2
// CHECK-NEXT: tir.for %{{.*}} to %c8
// CHECK: tir.block "D"
// CHECK-NOT: where
module attributes {transform.with_named_sequence} {
  tir.func private @reverse_compute_at(%x: memref<6x5xf32>, %y: memref<5x8xf32>, %z: memref<6xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<6x8xf32>
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c8 {
        tir.for %k = %c0 to %c5 {
          tir.block "C" iters(%a : spatial = %i in %c6, %b : spatial = %j in %c8, %c : reduce = %k in %c5) reads(%x, %y : memref<6x5xf32>, memref<5x8xf32>) writes(%t : memref<6x8xf32>) {
            tir.init {
              memref.store %f, %t[%a, %b] : memref<6x8xf32>
            }
            %0 = memref.load %x[%a, %c] : memref<6x5xf32>
            %1 = memref.load %y[%c, %b] : memref<5x8xf32>
            %2 = memref.load %t[%a, %b] : memref<6x8xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            memref.store %4, %t[%a, %b] : memref<6x8xf32>
          }
        }
      }
    }
    tir.for %i = %c0 to %c6 {
      tir.for %j = %c0 to %c8 {
        tir.block "D" iters(%a : spatial = %i in %c6, %b : reduce = %j in %c8) reads(%t : memref<6x8xf32>) writes(%z : memref<6xf32>) {
          tir.init {
            memref.store %f, %z[%a] : memref<6xf32>
          }
          %0 = memref.load %t[%a, %b] : memref<6x8xf32>
          %1 = memref.load %z[%a] : memref<6xf32>
          %2 = arith.maximumf %0, %1 : f32
          memref.store %2, %z[%a] : memref<6xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %d = transform.tir.get_block "D" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %c
    %io, %ii = transform.tir.split %i [?, 2]
    transform.tir.reverse_compute_at %d, %io
    transform.tir.parallel %io
    transform.yield
  }
}
