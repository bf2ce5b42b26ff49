// RUN: relax-opt %s --transform-interpreter | FileCheck %s
// RUN: relax-opt %s --transform-interpreter --tir-lower-cross-thread-reduction | FileCheck %s --check-prefix=LOWER
// RUN: %same-results=transform-interpreter,tir-lower-cross-thread-reduction --tolerance=1e-5

// Threads of a block reduce a row together; the start stays with the block
// until the reduction is lowered.
// CHECK:      tir.for thread_binding "blockIdx.x"
// CHECK:        tir.for thread_binding "threadIdx.x"
// CHECK:          tir.for %
// CHECK:            tir.block "B"
// CHECK:              tir.init
// LOWER:      tir.for thread_binding "blockIdx.x"
// LOWER:        memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
// LOWER-NOT:    tir.block
module attributes {transform.with_named_sequence} {
  tir.func private @rows(%x: memref<?x10xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %n = memref.dim %x, %c0 : memref<?x10xf32>
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c10 {
        tir.block "B" iters(%v : spatial = %i in %n, %w : reduce = %j in %c10) reads(%x : memref<?x10xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = memref.load %x[%v, %w] : memref<?x10xf32>
          %3 = arith.addf %2, %1 : f32
          memref.store %3, %y[%v] : memref<?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    %o, %t = transform.tir.split %j [?, 4]
    transform.tir.reorder %t, %o
    transform.tir.bind %i "blockIdx.x"
    transform.tir.bind %t "threadIdx.x"
    transform.yield
  }
}
