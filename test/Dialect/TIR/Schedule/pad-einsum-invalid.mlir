// What is not padded, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @numbers(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected 2 numbers, one an iterator, found 1}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %w[%v, %r] : memref<4x8xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @negative(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected numbers from 1 to 65536, found 0}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %w[%v, %r] : memref<4x8xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @no_nest(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected serial loops, found 'parallel'}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %w[%v, %r] : memref<4x8xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i, %k = transform.tir.get_loops %c
    transform.tir.parallel %i
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @no_sum(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected a sum that it starts itself}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %w[%v, %r] : memref<4x8xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.maximumf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @start(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected one start value for all elements}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            %n = arith.index_cast %v : index to i32
            %s = arith.sitofp %n : i32 to f32
            memref.store %s, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %w[%v, %r] : memref<4x8xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @no_product(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected it to add a product of elements}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %w[%v, %r] : memref<4x8xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.divf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @place(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected it to read elements at iterators, each one index}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          // expected-note @below {{this op does otherwise}}
          %1 = memref.load %w[%c0, %r] : memref<4x8xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @not_finite(%x: memref<4x8xf32>, %w: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected all factors to be elements of iterator #1, as a zero times one that is not finite would be added}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %w[%v] : memref<4xf32>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @large(%x: memref<4xf32>, %w: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %n = arith.constant 9000000000000000000 : index
    tir.for %i = %c0 to %n {
      tir.for %k = %c0 to %c4 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected an extent of at most 2^40 of iterator #0: its multiple may be no index}}
        tir.block "C" iters(%v : spatial = %i in %n, %r : reduce = %k in %c4) writes(%y : memref<4xf32>) {
          memref.store %f, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @made_inside(%x: memref<4x8xf32>, %w: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot pad 'tir.block' "C": expected it to read nothing that it writes or that is made in its loops}}
        tir.block "C" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x, %w : memref<4x8xf32>, memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %s = memref.subview %w[%v, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
          %1 = memref.load %s[%v, %r] : memref<4x8xf32, strided<[8, 1], offset: ?>>
          %2 = memref.load %y[%v] : memref<4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.pad_einsum %c [3, 3]
    transform.yield
  }
}
