// What is not bound to threads of a GPU element by element or in vectors, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected serial loops}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %l = transform.tir.get_loops %b
    transform.tir.parallel %l
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_elements %b threads = 64
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %o = %c0 to %c2 {
      tir.for %p = %c0 to %c2 {
      }
      // expected-note @-3 {{they are in this op}}
      tir.for %i = %c0 to %c8 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected its loops at the top of a function, found them in 'tir.for'}}
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_elements %b threads = 64
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    // expected-error @below {{cannot parallelize loop #0 around 'tir.block' "B": expected its iterations to touch different elements, or to read them only}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        // expected-note @below {{one access is here}}
        // expected-note @below {{the other is here}}
        memref.store %0, %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_elements %b threads = 64
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    // expected-error @below {{cannot parallelize loop #0 around 'tir.block' "B": expected its iterations to touch different elements, or to read them only}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        // expected-note @below {{one access is here}}
        // expected-note @below {{the other is here}}
        memref.store %0, %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_vectors %b threads = 64 lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected spatial iterators only, found 'reduce'}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_vectors %b threads = 64 lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected loads, stores and arithmetic only, found 'tir.if'}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %c = arith.constant true
        tir.if %c {
        }
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_vectors %b threads = 64 lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xi1>, %y: memref<8xi1>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected elements of whole bytes, found i1}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xi1>) writes(%y : memref<8xi1>) {
        %0 = memref.load %x[%v] : memref<8xi1>
        memref.store %0, %y[%v] : memref<8xi1>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_vectors %b threads = 64 lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c0 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected iterators that have values, found an extent of 0 of #0}}
      tir.block "B" iters(%v : spatial = %i in %c0) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_vectors %b threads = 64 lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8x64xf32>, %y: memref<64x8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected an iterator along which all its stores are contiguous, and its loads are so or do not move}}
        tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c8) reads(%x : memref<8x64xf32>) writes(%y : memref<64x8xf32>) {
          %0 = memref.load %x[%u, %v] : memref<8x64xf32>
          memref.store %0, %y[%v, %u] : memref<64x8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_vectors %b threads = 64 lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8x64xf32>, %y: memref<8x65xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %c64 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected one axis, or an axis along memory that is a multiple of the vector of 3, found 64}}
        tir.block "B" iters(%v : spatial = %i in %c8, %u : spatial = %j in %c64) reads(%x : memref<8x64xf32>) writes(%y : memref<8x65xf32>) {
          %0 = memref.load %x[%v, %u] : memref<8x64xf32>
          memref.store %0, %y[%v, %u] : memref<8x65xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_vectors %b threads = 64 lanes = 3
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{attribute 'threads' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive whose maximum value is 1024}}
    transform.tir.bind_elements %b threads = 2048
    transform.yield
  }
}
