// Kinds of loops, annotations, places of buffers.
// RUN: relax-opt %s --transform-interpreter --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// CHECK-LABEL: @threads
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK-NEXT: tir.for thread_binding "threadIdx.x"
// CHECK: tir.for %{{.*}} annotations {hint = "deep"}
// CHECK: tir.block "A"
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: tir.block "B"{{.*}} annotations {old}
module attributes {transform.with_named_sequence} {
  tir.func private @threads(%x: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %y: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %f = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x4xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c4 {
        tir.block "A" iters(%v : spatial = %i in %n, %w : spatial = %j in %c4) reads(%x : memref<?x4xf32>) writes(%y : memref<?x4xf32>) {
          %0 = memref.load %x[%v, %w] : memref<?x4xf32>
          memref.store %0, %y[%v, %w] : memref<?x4xf32>
        }
      }
    }
    tir.for %j = %c0 to %c4 {
      tir.for %i = %c0 to %n {
        tir.block "B" iters(%v : reduce = %i in %n, %w : spatial = %j in %c4) reads(%y : memref<?x4xf32>) writes(%z : memref<4xf32>) annotations {hint = 1 : i64, old} {
          tir.init {
            memref.store %f, %z[%w] : memref<4xf32>
          }
          %0 = memref.load %y[%v, %w] : memref<?x4xf32>
          %1 = memref.load %z[%w] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %z[%w] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %a
    %bx, %tx = transform.tir.split %i [?, 32]
    transform.tir.bind %bx "blockIdx.x"
    transform.tir.bind %tx "threadIdx.x"
    transform.tir.annotate "hint" = "deep" at %j : !transform.op<"tir.for">
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    transform.tir.unannotate "hint" at %b : !transform.op<"tir.block">
    %k, %l = transform.tir.get_loops %b
    transform.tir.bind %k "blockIdx.x"
    transform.yield
  }
}

// -----

// CHECK-LABEL: @buffers
// CHECK: memref.alloc() {tir.storage_align = array<i64: 0, 16, 0>} : memref<3x8x4xf32, #gpu.address_space<workgroup>>
module attributes {transform.with_named_sequence} {
  tir.func private @buffers(%x: memref<3x5x4xf32>, %y: memref<3x5x4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %t = memref.alloc() : memref<3x5x4xf32>
    tir.for %i = %c0 to %c3 {
      tir.for %j = %c0 to %c5 {
        tir.for %k = %c0 to %c4 {
          tir.block "A" iters(%u : spatial = %i in %c3, %v : spatial = %j in %c5, %w : spatial = %k in %c4) reads(%x : memref<3x5x4xf32>) writes(%t : memref<3x5x4xf32>) {
            %0 = memref.load %x[%u, %v, %w] : memref<3x5x4xf32>
            memref.store %0, %t[%u, %v, %w] : memref<3x5x4xf32>
          }
          tir.block "B" iters(%u : spatial = %i in %c3, %v : spatial = %j in %c5, %w : spatial = %k in %c4) reads(%t : memref<3x5x4xf32>) writes(%y : memref<3x5x4xf32>) {
            %0 = memref.load %t[%u, %v, %w] : memref<3x5x4xf32>
            memref.store %0, %y[%u, %v, %w] : memref<3x5x4xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    transform.tir.set_scope %a[0] "shared"
    transform.tir.storage_align %a[0] axis = 0 factor = 16 offset = 0
    %i, %j, %k = transform.tir.get_loops %a
    transform.tir.reorder %k, %j, %i
    transform.tir.parallel %k
    transform.yield
  }
}

// -----

// What one iteration makes for itself, it may make without the index: each
// thread block has a copy of all of %x.
// CHECK-LABEL: @own_copies
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
// CHECK: tir.block "B_shared"
module attributes {transform.with_named_sequence} {
  tir.func private @own_copies(%x: memref<4xf32>, %y: memref<3x4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c3 {
      tir.for %j = %c0 to %c4 {
        tir.block "B" iters(%u : spatial = %i in %c3, %v : spatial = %j in %c4) reads(%x : memref<4xf32>) writes(%y : memref<3x4xf32>) {
          %0 = memref.load %x[%v] : memref<4xf32>
          memref.store %0, %y[%u, %v] : memref<3x4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %copy = transform.tir.read_at %i, %b[0] "shared"
    transform.tir.bind %i "blockIdx.x"
    transform.yield
  }
}
