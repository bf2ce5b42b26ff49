// RUN: relax-opt %s -tir-lower-cross-thread-reduction -split-input-file -verify-diagnostics

// Pairs of a difference and the next: the order of the steps matters.
tir.func private @difference(%x: memref<4xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    // expected-error @below {{cannot lower 'tir.block' "B": expected an op that may do its steps in any order to join its result and a step, as its steps are done together;}}
    tir.block "B" iters(%w : reduce = %t in %c4) reads(%x : memref<4xf32>) writes(%y : memref<f32>) {
      tir.init {
        memref.store %f, %y[] : memref<f32>
      }
      %1 = memref.load %y[] : memref<f32>
      %2 = memref.load %x[%w] : memref<4xf32>
      %3 = arith.subf %2, %1 : f32
      memref.store %3, %y[] : memref<f32>
    }
  }
  tir.return
}

// -----

// Without a start value.
tir.func private @no_start(%x: memref<4xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    // expected-error @below {{cannot lower 'tir.block' "B": expected a plain reduction into one buffer, as its steps are done together}}
    tir.block "B" iters(%w : reduce = %t in %c4) reads(%x : memref<4xf32>) writes(%y : memref<f32>) {
      %1 = memref.load %y[] : memref<f32>
      %2 = memref.load %x[%w] : memref<4xf32>
      %3 = arith.addf %2, %1 : f32
      memref.store %3, %y[] : memref<f32>
    }
  }
  tir.return
}

// -----

tir.func private @ordered(%x: memref<4x4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c4 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      // expected-error @below {{cannot lower 'tir.block' "B": expected iterator #0 to be spatial or to reduce, as its steps are done together; found 'ordered'}}
      tir.block "B" iters(%v : ordered = %i in %c4, %w : reduce = %t in %c4) reads(%x : memref<4x4xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
        %1 = memref.load %y[%v] : memref<4xf32>
        %2 = memref.load %x[%v, %w] : memref<4x4xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %y[%v] : memref<4xf32>
      }
    }
  }
  tir.return
}

// -----

tir.func private @inner_block(%x: memref<4xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  tir.block "root" reads(%x : memref<4xf32>) writes(%y : memref<f32>) {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      // expected-error @below {{cannot lower 'tir.block' "B": threads reduce it together; expected it outside of other blocks, found it in }}
      tir.block "B" iters(%w : reduce = %t in %c4) reads(%x : memref<4xf32>) writes(%y : memref<f32>) {
        tir.init {
          memref.store %f, %y[] : memref<f32>
        }
        %1 = memref.load %y[] : memref<f32>
        %2 = memref.load %x[%w] : memref<4xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %y[] : memref<f32>
      }
    }
  }
  tir.return
}

// -----

// A loop over rows inside the threads.
tir.func private @rows_inside(%x: memref<4x4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot lower 'tir.block' "B": threads reduce it together; loop #1 around 'tir.block' "B", inside the first loop that reduces, is expected to do nothing but reduce it}}
      tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %t in %c4) reads(%x : memref<4x4xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
        %1 = memref.load %y[%v] : memref<4xf32>
        %2 = memref.load %x[%v, %w] : memref<4x4xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %y[%v] : memref<4xf32>
      }
    }
  }
  tir.return
}

// -----

tir.func private @unknown_threads(%x: memref<?xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %f = arith.constant 0.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %n {
    // expected-error @below {{cannot lower 'tir.block' "B": threads reduce it together; loop #0 around 'tir.block' "B" is expected to run from 0 to a constant}}
    tir.block "B" iters(%w : reduce = %t in %n) reads(%x : memref<?xf32>) writes(%y : memref<f32>) {
      tir.init {
        memref.store %f, %y[] : memref<f32>
      }
      %1 = memref.load %y[] : memref<f32>
      %2 = memref.load %x[%w] : memref<?xf32>
      %3 = arith.addf %1, %2 : f32
      memref.store %3, %y[] : memref<f32>
    }
  }
  tir.return
}

// -----

tir.func private @blocks(%x: memref<4x4xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      // expected-error @below {{cannot lower 'tir.block' "B": threads reduce it together; loop #0 around 'tir.block' "B" reduces over "blockIdx.x", expected an axis of threads}}
      tir.block "B" iters(%v : reduce = %b in %c4, %w : reduce = %t in %c4) reads(%x : memref<4x4xf32>) writes(%y : memref<f32>) {
        tir.init {
          memref.store %f, %y[] : memref<f32>
        }
        %1 = memref.load %y[] : memref<f32>
        %2 = memref.load %x[%v, %w] : memref<4x4xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %y[] : memref<f32>
      }
    }
  }
  tir.return
}

// -----

// Below the diagonal only: who has no step at all has no start either.
tir.func private @triangle(%x: memref<4x4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c4 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %in = arith.cmpi ult, %t, %i : index
      // expected-error @below {{cannot lower 'tir.block' "B": threads reduce it together; expected each condition of its predicate to depend on loops that reduce or on others, not on both}}
      tir.block "B" iters(%v : spatial = %i in %c4, %w : reduce = %t in %c4) where %in reads(%x : memref<4x4xf32>) writes(%y : memref<4xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<4xf32>
        }
        %1 = memref.load %y[%v] : memref<4xf32>
        %2 = memref.load %x[%v, %w] : memref<4x4xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %y[%v] : memref<4xf32>
      }
    }
  }
  tir.return
}

// -----

// Each thread writes elsewhere.
tir.func private @elsewhere(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    %k = arith.addi %t, %c0 : index
    // expected-error @below {{cannot lower 'tir.block' "B": threads reduce it together; expected the indices of its writes to be computed outside of the loops that reduce}}
    tir.block "B" iters(%w : reduce = %t in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
      tir.init {
        memref.store %f, %y[%k] : memref<4xf32>
      }
      %1 = memref.load %y[%k] : memref<4xf32>
      %2 = memref.load %x[%w] : memref<4xf32>
      %3 = arith.addf %1, %2 : f32
      memref.store %3, %y[%k] : memref<4xf32>
    }
  }
  tir.return
}

// -----

// A division by what may be zero.
tir.func private @quotient(%x: memref<?x4xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %f = arith.constant 0.0 : f32
  tir.for %i = %c0 to %n {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %k = arith.divui %i, %n : index
      // expected-error @below {{cannot lower 'tir.block' "B": threads reduce it together; expected bindings of its iterators that are computable where nothing is reduced}}
      tir.block "B" iters(%v : spatial = %k in %n, %w : reduce = %t in %c4) reads(%x : memref<?x4xf32>) writes(%y : memref<?xf32>) {
        tir.init {
          memref.store %f, %y[%v] : memref<?xf32>
        }
        %1 = memref.load %y[%v] : memref<?xf32>
        %2 = memref.load %x[%v, %w] : memref<?x4xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %y[%v] : memref<?xf32>
      }
    }
  }
  tir.return
}
