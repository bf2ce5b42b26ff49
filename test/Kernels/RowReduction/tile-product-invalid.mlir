// What tiles of AMX do not compute.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": expected sums of 'tir.dot4_u8s8' or 'tir.dot2_bf16' that tiles of 16 rows of 64 bytes compute}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_product %b
    transform.yield
  }
}
