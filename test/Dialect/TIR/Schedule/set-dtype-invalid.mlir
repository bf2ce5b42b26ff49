// What buffers keep their element type, and why; a copy in another function.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @number(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot set the element type of a buffer of 'tir.block' "B": expected a number of its written buffers, found #1}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.unsafe_set_dtype %b[1] f16
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @viewed(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    // expected-note @below {{this op does otherwise}}
    %u = memref.expand_shape %t [[0, 1]] output_shape [8, 1] : memref<8xf32> into memref<8x1xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot set the element type of a buffer of 'tir.block' "B": expected only loads and stores to use the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.unsafe_set_dtype %b[0] f16
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @kind(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot set the element type of a buffer of 'tir.block' "B": expected a wider or a narrower type of the kind of 'f32', found 'i64'}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.unsafe_set_dtype %b[0] i64
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @same(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot set the element type of a buffer of 'tir.block' "B": expected a wider or a narrower type of the kind of 'f32', found 'f32'}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.unsafe_set_dtype %b[0] f32
    transform.yield
  }
}

// -----

// Block and loop are in different functions.
module attributes {transform.with_named_sequence} {
  tir.func private @one(%y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      tir.block "A" reads(%y : memref<8xf32>) {
        %0 = memref.load %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  tir.func private @two(%y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    tir.block "B" reads(%y : memref<8xf32>) {
      %0 = memref.load %y[%c0] : memref<8xf32>
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-error @below {{expects block and loop of one function, found two functions}}
    %c = transform.tir.read_at %i, %b[0] "local"
    transform.yield
  }
}
