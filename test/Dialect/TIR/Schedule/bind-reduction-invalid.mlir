// RUN: relax-opt %s --transform-interpreter -split-input-file -verify-diagnostics

// Blocks of threads cannot wait for each other.
module attributes {transform.with_named_sequence} {
  tir.func private @blocks(%x: memref<?x8xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %n = memref.dim %x, %c0 : memref<?x8xf32>
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %n {
      // expected-error @below {{cannot bind loop #1 around 'tir.block' "B": it reduces, which only threads of one block do together; expected threadIdx.x, .y or .z, found "blockIdx.x"}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %n, %w : reduce = %j in %c8) reads(%x : memref<?x8xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = memref.load %x[%v, %w] : memref<?x8xf32>
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
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind %j "blockIdx.x"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @extent(%x: memref<?x8xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %n = memref.dim %x, %c0 : memref<?x8xf32>
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %n {
      // expected-error @below {{cannot bind loop #1 around 'tir.block' "B": expected a constant extent, as it reduces, found 'memref.dim'; split it first}}
      tir.for %j = %c0 to %n {
        tir.block "B" iters(%v : spatial = %i in %n, %w : reduce = %j in %n) reads(%x : memref<?x8xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = memref.load %x[%v, %w] : memref<?x8xf32>
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
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind %j "threadIdx.x"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @order(%x: memref<?x8xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %n = memref.dim %x, %c0 : memref<?x8xf32>
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot bind the loops of 'tir.block' "B": expected an op that may do its steps in any order to join its result and a step, as its steps are done together;}}
        tir.block "B" iters(%v : spatial = %i in %n, %w : reduce = %j in %c8) reads(%x : memref<?x8xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = memref.load %x[%v, %w] : memref<?x8xf32>
          %3 = arith.subf %2, %1 : f32
          memref.store %3, %y[%v] : memref<?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind %j "threadIdx.x"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @both(%x: memref<?x8xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %n = memref.dim %x, %c0 : memref<?x8xf32>
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %n {
      // expected-error @below {{cannot bind loop #1 around 'tir.block' "B": expected it to drive reducing iterators only, or none, of 'tir.block' "B"}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %j in %c8, %w : reduce = %j in %c8) reads(%x : memref<?x8xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = memref.load %x[%v, %w] : memref<?x8xf32>
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
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind %j "threadIdx.x"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @more(%x: memref<?x8xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %n = memref.dim %x, %c0 : memref<?x8xf32>
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %n {
      // expected-error @below {{cannot bind loop #1 around 'tir.block' "B": expected it, as it reduces, to hold nothing but 'tir.block' "B"}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %n, %w : reduce = %j in %c8) reads(%x : memref<?x8xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = memref.load %x[%v, %w] : memref<?x8xf32>
          %3 = arith.addf %2, %1 : f32
          memref.store %3, %y[%v] : memref<?xf32>
        }
        tir.block "C" iters(%w : spatial = %j in %c8) {
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind %j "threadIdx.x"
    transform.yield
  }
}
