// What is not said of what a block reads, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @number(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot annotate what is read by 'tir.block' "B": expected a number of its read buffers, found #1}}
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
    transform.tir.annotate_buffer_access %b[1] by affine_map<(i) -> (i, i + 1)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @results(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot annotate what is read by 'tir.block' "B": expected a map from 1 iterators to a first index and one behind the last for each of 1 dimensions, found affine_map<(d0) -> (d0)>}}
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
    transform.tir.annotate_buffer_access %b[0] by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @viewed(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot annotate what is read by 'tir.block' "B": expected only loads in it to use the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %w = memref.subview %x[%v] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
        // expected-note @below {{this op does otherwise}}
        %0 = memref.load %w[%c0] : memref<1xf32, strided<[1], offset: ?>>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.annotate_buffer_access %b[0] by affine_map<(i) -> (i, i + 1)>
    transform.yield
  }
}
