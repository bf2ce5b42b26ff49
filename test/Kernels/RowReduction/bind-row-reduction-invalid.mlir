// Nests that are no one kernel of rows, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected serial loops, found 'parallel'}}
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
    %i, %k = transform.tir.get_loops %b
    transform.tir.parallel %i
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_row_reduction %b rows = 1 lanes = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected blocks over the same rows, of which each uses what others make of that row, with a reduction among them that may do its steps in any order}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = arith.divf %1, %0 : f32
          memref.store %2, %y[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_row_reduction %b rows = 1 lanes = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected blocks over the same rows, of which each uses what others make of that row, with a reduction among them that may do its steps in any order}}
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
    tir.for %i = %c0 to %c4 {
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%y : memref<4xf32>) writes(%z : memref<4xf32>) {
        %0 = memref.load %y[%c0] : memref<4xf32>
        memref.store %0, %z[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_row_reduction %b, %e rows = 1 lanes = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
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
    memref.store %f, %z[%c0] : memref<4xf32>
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot bind 'tir.block' "E": expected it behind 'tir.block' "B", with nothing between that has an effect}}
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%y : memref<4xf32>) writes(%z : memref<4xf32>) {
        %0 = memref.load %y[%v] : memref<4xf32>
        memref.store %0, %z[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_row_reduction %b, %e rows = 1 lanes = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot bind 'tir.block' "B": expected it behind 'tir.block' "E", with nothing between that has an effect}}
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
    tir.for %i = %c0 to %c4 {
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%y : memref<4xf32>) writes(%z : memref<4xf32>) {
        %0 = memref.load %y[%v] : memref<4xf32>
        memref.store %0, %z[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_row_reduction %e, %b rows = 1 lanes = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
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
    // expected-error @below {{expects rows and lanes that are powers of 2, with at most 1024 threads together, found 3 and 8}}
    transform.tir.bind_row_reduction %b rows = 3 lanes = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
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
    // expected-error @below {{expects rows and lanes that are powers of 2, with at most 1024 threads together, found 64 and 32}}
    transform.tir.bind_row_reduction %b rows = 64 lanes = 32
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
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
    // expected-error @below {{expects several rows for 'across', found one}}
    transform.tir.bind_row_reduction %b rows = 1 lanes = 8 across
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
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
    // expected-error @below {{expects at least one block, found none}}
    transform.tir.bind_row_reduction rows = 1 lanes = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %n = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %n {
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %n) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
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
    // expected-error @below {{expects vectors of 2, 4, 8 or 16 elements, found 3}}
    transform.tir.bind_row_reduction %b rows = 1 lanes = 2 vector = 3
    transform.yield
  }
}

// -----

// Rows of six elements begin at no multiple of four.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x6xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %n = arith.constant 6 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "B": expected a block that goes along memory within its rows in vectors of 4 elements, of which rows are known to have a whole number}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %n) reads(%x : memref<4x6xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x6xf32>
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
    transform.tir.bind_row_reduction %b rows = 1 lanes = 2 vector = 4
    transform.yield
  }
}
