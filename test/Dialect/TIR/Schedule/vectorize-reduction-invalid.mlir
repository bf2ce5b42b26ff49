// Which reducing loops are no vectors: those whose steps have an order, and those
// that drive another iterator as well.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @alone(%x: memref<8x64xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.for %k = %c0 to %c64 {
        // expected-error @below {{cannot vectorize the loops of 'tir.block' "S": expected an op that may do its steps in any order to join its result and a step, as its steps are done together; found 'arith.subf'}}
        tir.block "S" iters(%v : spatial = %i in %c8, %r : reduce = %k in %c64) reads(%x : memref<8x64xf32>) writes(%y : memref<8xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<8xf32>
          }
          %0 = memref.load %y[%v] : memref<8xf32>
          %1 = memref.load %x[%v, %r] : memref<8x64xf32>
          %2 = arith.subf %0, %1 : f32
          memref.store %2, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %i, %k = transform.tir.get_loops %s
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.vectorize %k
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @window(%x: memref<8x72xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %k = %c0 to %c64 {
      // expected-error @below {{cannot vectorize loop #1 around 'tir.block' "S": expected it to drive reducing iterators only, or none, of 'tir.block' "S"}}
      tir.for %i = %c0 to %c8 {
        %at = arith.addi %i, %k : index
        tir.block "S" iters(%v : spatial = %i in %c8, %r : reduce = %at in %c64) reads(%x : memref<8x72xf32>) writes(%y : memref<8xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<8xf32>
          }
          %0 = memref.load %y[%v] : memref<8xf32>
          %1 = memref.load %x[%v, %r] : memref<8x72xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %k, %i = transform.tir.get_loops %s
    transform.tir.bind %k "threadIdx.x"
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.vectorize %i
    transform.yield
  }
}

// -----

// The start has become a block of its own.
module attributes {transform.with_named_sequence} {
  tir.func private @decomposed(%x: memref<8x64xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.for %k = %c0 to %c64 {
        // expected-error @below {{expected a plain reduction into one buffer, as its steps are done together, with its start in 'tir.init'}}
        tir.block "S" iters(%v : spatial = %i in %c8, %r : reduce = %k in %c64) reads(%x : memref<8x64xf32>) writes(%y : memref<8xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<8xf32>
          }
          %0 = memref.load %y[%v] : memref<8xf32>
          %1 = memref.load %x[%v, %r] : memref<8x64xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %i, %k = transform.tir.get_loops %s
    %init = transform.tir.decompose_reduction %s before %k
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.vectorize %k
    transform.yield
  }
}
