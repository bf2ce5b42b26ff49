// What is not transposed by tiles, or left to one thread, and why.
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
    %l = transform.tir.get_loops %b
    transform.tir.parallel %l
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_transpose %b
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
        // expected-error @below {{cannot tile 'tir.block' "B": expected spatial iterators only, found 'reduce'}}
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
    transform.tir.tile_transpose %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<64xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot tile 'tir.block' "B": expected all its stores to be contiguous along one and the same iterator}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<64xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %w = arith.muli %v, %c8 : index
        memref.store %0, %y[%w] : memref<64xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_transpose %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8x64xf32>, %y: memref<8x64xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %c64 {
        // expected-error @below {{cannot tile 'tir.block' "B": expected a load that is contiguous along another iterator than its stores}}
        tir.block "B" iters(%v : spatial = %i in %c8, %u : spatial = %j in %c64) reads(%x : memref<8x64xf32>) writes(%y : memref<8x64xf32>) {
          %0 = memref.load %x[%v, %u] : memref<8x64xf32>
          memref.store %0, %y[%v, %u] : memref<8x64xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_transpose %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8x64xindex>, %y: memref<64x8xindex>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": expected what it loads along another iterator than it stores to be along one for all, of elements whose index is arithmetic, in a buffer that it does not write}}
        tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c8) reads(%x : memref<8x64xindex>) writes(%y : memref<64x8xindex>) {
          %0 = memref.load %x[%u, %v] : memref<8x64xindex>
          memref.store %0, %y[%v, %u] : memref<64x8xindex>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_transpose %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8x64xf64>, %y: memref<64x8xf64>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c8 {
        // expected-error @below {{cannot tile 'tir.block' "B": its tiles take 50688 bytes of shared memory; expected at most 49152}}
        tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c8) reads(%x : memref<8x64xf64>) writes(%y : memref<64x8xf64>) {
          %0 = memref.load %x[%u, %v] : memref<8x64xf64>
          %1 = memref.load %x[%u, %v] : memref<8x64xf64>
          %2 = memref.load %x[%u, %v] : memref<8x64xf64>
          %3 = memref.load %x[%u, %v] : memref<8x64xf64>
          %4 = memref.load %x[%u, %v] : memref<8x64xf64>
          %5 = memref.load %x[%u, %v] : memref<8x64xf64>
          memref.store %0, %y[%v, %u] : memref<64x8xf64>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_transpose %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{cannot bind 'tir.func': expected no loop in it that is bound to threads}}
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    // expected-note @below {{that loop is here}}
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
    %l = transform.tir.get_loops %b
    transform.tir.bind %l "threadIdx.x"
    %f = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_one_thread %f : !transform.any_op
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
      // expected-note @below {{the op is here}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{op expects a handle of a loop, a block or a branch at the top of a function, or of a 'tir.func' with a body, found one of 'tir.block'}}
    transform.tir.bind_one_thread %b : !transform.op<"tir.block">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<64x64xf32>, %y: memref<64x64xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    // expected-note @below {{they are in this op}}
    tir.for %o = %c0 to %c2 {
      tir.for %p = %c0 to %c2 {
      }
      tir.for %i = %c0 to %c64 {
        tir.for %j = %c0 to %c64 {
          // expected-error @below {{cannot tile 'tir.block' "B": expected its loops at the top of a function, found them in 'tir.for'}}
          tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c64) reads(%x : memref<64x64xf32>) writes(%y : memref<64x64xf32>) {
            %0 = memref.load %x[%u, %v] : memref<64x64xf32>
            memref.store %0, %y[%v, %u] : memref<64x64xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_transpose %b
    transform.yield
  }
}
