// What reductions cannot be done in parts: loops.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @rf_around(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": loop #0 around 'tir.block' "C" is expected around it}}
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
    %0 = transform.tir.rfactor %b, %k axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_scope(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.block "A" reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": expected it outside of other blocks, found it in }}
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
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_spatial(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": loop #0 around 'tir.block' "B" drives no reducing iterator, expected one}}
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
    %0 = transform.tir.rfactor %b, %i axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_both(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c12 {
        %q = arith.divui %i, %c4 : index
        %r = arith.remui %i, %c4 : index
        // expected-error @below {{cannot factor 'tir.block' "B": loop #0 around 'tir.block' "B" drives a reducing and another iterator, expected one kind}}
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
    %0 = transform.tir.rfactor %b, %i axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_more(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": loop #1 around 'tir.block' "B" reduces, expected to hold it alone}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %j in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
          %0 = memref.load %x[%v, %w] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
        tir.block "C" writes(%x : memref<4x8xf32>) {
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
  tir.func private @rf_start(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c1 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": loop #1 around 'tir.block' "B" reduces, expected to start at 0}}
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

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_kind(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": loop #1 around 'tir.block' "B" is 'unrolled', expected a serial loop; do it before}}
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
    transform.tir.unroll %j
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rf_again(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %k = %c0 to %c2 {
     tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot factor 'tir.block' "B": expected its iterators to tell the iterations of loop #0 around 'tir.block' "B" apart}}
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
    %0 = transform.tir.rfactor %b, %j axis = 0
    transform.yield
  }
}
