// What reductions cannot be done in parts: steps.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @rf_plain(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": expected a plain reduction into one buffer}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_order(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": expected an op that may do its steps in any order to join its result and a step}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.subf %1, %0 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_opaque(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": expected its iterator #0 to be spatial or to reduce, found 'opaque'}}
        tir.block "B" iters(%v : opaque = %i in %c4, %w : reduce = %j in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_axis(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": expected an axis from 0 to 1, found 2}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_mixed(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        %p = arith.cmpi sle, %j, %i : index
        // expected-error @below {{cannot factor 'tir.block' "B": expected each condition of its predicate to depend on loops that reduce or on others, not on both}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c8) where %p reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_bounds(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %i {
        // expected-error @below {{cannot factor 'tir.block' "B": expected what its loops run over, and its iterators are bound to, to be computable without the loops that reduce}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}
