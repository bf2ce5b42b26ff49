// RUN: relax-opt %s -tir-convert-blocks-to-opaque -split-input-file -verify-diagnostics

tir.func private @sum(%x: memref<8xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
    // expected-error @below {{'tir.block' op is a reduction that threads do together, expected a lowered one; run 'tir-lower-cross-thread-reduction' first}}
    tir.block "sum" iters(%w : reduce = %t in %c8) reads(%x : memref<8xf32>) writes(%y : memref<f32>) {
      tir.init {
        memref.store %f, %y[] : memref<f32>
      }
      %1 = memref.load %y[] : memref<f32>
      %2 = memref.load %x[%w] : memref<8xf32>
      %3 = arith.addf %1, %2 : f32
      memref.store %3, %y[] : memref<f32>
    }
  }
  tir.return
}
