// What reductions have no start of their own, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @no_init(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot decompose 'tir.block' "B": expected a 'tir.init' in it, found none}}
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
    %0 = transform.tir.decompose_reduction %b before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @around(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot decompose 'tir.block' "B": loop #0 around 'tir.block' "C" is expected around it}}
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
    tir.for %k = %c0 to %c4 {
      tir.block "C" iters(%v : spatial = %k in %c4) writes(%y : memref<4xf32>) {
        memref.store %f, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %k = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.decompose_reduction %b before %k
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @both(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c12 {
        %q = arith.divui %i, %c4 : index
        %r = arith.remui %i, %c4 : index
        // expected-error @below {{cannot decompose 'tir.block' "B": loop #0 around 'tir.block' "B" drives a reducing and another iterator, expected one kind}}
        tir.block "B" iters(%v : spatial = %r in %c4, %w : reduce = %q in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.decompose_reduction %b before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @outer(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %j = %c0 to %c8 {
      tir.for %i = %c0 to %c4 {
        // expected-error @below {{cannot decompose 'tir.block' "B": loop #0 around 'tir.block' "B" reduces as well, expected inside of loop #1 around 'tir.block' "B"}}
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
    %j, %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.decompose_reduction %b before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @again(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %k = %c0 to %c2 {
     tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot decompose 'tir.block' "B": loop #0 around 'tir.block' "B" may start the reduction of one element several times, expected once}}
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
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %k, %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.decompose_reduction %b before %k
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @mixed(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        %p = arith.cmpi sle, %j, %i : index
        // expected-error @below {{cannot decompose 'tir.block' "B": expected each condition of its predicate to depend on loops that reduce or on others, not on both}}
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
    %0 = transform.tir.decompose_reduction %b before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @bounds(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %j = %c0 to %c4 {
      tir.for %i = %c0 to %j {
        // expected-error @below {{cannot decompose 'tir.block' "B": expected what its loops run over, and its iterators are bound to, to be computable in front of loop #0 around 'tir.block' "B"}}
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
    %j, %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.decompose_reduction %b before %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @other(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot decompose 'tir.block' "B": expected nothing else inside loop #0 around 'tir.block' "B" to touch what its start reads or writes}}
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
      tir.block "C" iters(%v : spatial = %i in %c4) writes(%y : memref<4xf32>) {
        // expected-note @below {{this op does}}
        memref.store %f, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.decompose_reduction %b before %i
    transform.yield
  }
}
