// What is not tiled for a CPU, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot tile 'tir.block' "B": expected serial loops, found 'parallel'}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    transform.tir.parallel %i
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_spatial %b lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": expected spatial iterators only, found 'reduce'}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_spatial %b lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
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
    transform.tir.tile_spatial %b lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot tile 'tir.block' "B": expected a plain reduction into one buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_reduction %b lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot tile 'tir.block' "E": expected it to be the only one that reads the result of 'tir.block' "B", element by element}}
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%t, %y : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %t[%v] : memref<4xf32>
        %1 = memref.load %y[%v] : memref<4xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_reduction %b with %e lanes = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4xf32>
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": tiles of 3 columns are expected to cover its columns without overlap, or with 'overlap' and an epilogue that reads nothing that it writes}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.for %i = %c0 to %c4 {
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%t, %y : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %t[%v] : memref<4xf32>
        %1 = memref.load %y[%v] : memref<4xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_reduction %b with %e lanes = 4 overlap tile = [1, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": tiles of 3 columns are expected to cover its columns without overlap, or with 'overlap' and an epilogue that reads nothing that it writes}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_reduction %b lanes = 4 tile = [1, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": expected rows for tiles of 2}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_reduction %b lanes = 4 tile = [2, 1]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects as tile a number of rows and one of columns, from 1 to 64, found array<i64: 0, 1>}}
    transform.tir.tile_reduction %b lanes = 4 tile = [0, 1]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": expected a reducing iterator of at least 16 steps, in any order, that goes through its inputs element by element}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.vectorize_reduction %b lanes = 16
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %t: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{op expects a handle of a 'tir.func' with a body, found one of 'tir.block'}}
    transform.tir.lower_blocks %b : !transform.op<"tir.block">
    transform.yield
  }
}
