// What fills a buffer stays as it is where no block writes most of that.
// RUN: relax-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  tir.func private @all(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot fill only the padding of 'tir.block' "B": expected it to fill all of a buffer with one number, and one block behind it to write a box of at least half of that, without gaps, before blocks load it}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.fill_padding %b
    transform.yield
  }
}

// -----

// Two of eight elements.
module attributes {transform.with_named_sequence} {
  tir.func private @small(%x: memref<2xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %p = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot fill only the padding of 'tir.block' "F"}}
      tir.block "F" iters(%v : spatial = %i in %c8) writes(%p : memref<8xf32>) {
        memref.store %f, %p[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c2 {
      tir.block "C" iters(%v : spatial = %i in %c2) reads(%x : memref<2xf32>) writes(%p : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<2xf32>
        %a = arith.addi %v, %c2 : index
        memref.store %0, %p[%a] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      tir.block "Y" iters(%v : spatial = %i in %c8) reads(%p : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %p[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.tir.get_block "F" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.fill_padding %f
    transform.yield
  }
}
