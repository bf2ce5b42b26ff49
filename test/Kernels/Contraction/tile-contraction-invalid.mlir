// What is not tiled as a sum of products on a GPU, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<32x64xf32>, %w: memref<64x32xf32>, %y: memref<32x32xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        tir.for %k = %c0 to %c64 {
          // expected-error @below {{cannot tile 'tir.block' "B": expected serial loops, found 'parallel'}}
          tir.block "B" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32, %r : reduce = %k in %c64) reads(%x, %w : memref<32x64xf32>, memref<64x32xf32>) writes(%y : memref<32x32xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<32x32xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<32x32xf32>
            %1 = memref.load %x[%v, %r] : memref<32x64xf32>
            %2 = memref.load %w[%r, %u] : memref<64x32xf32>
            %5 = arith.mulf %1, %2 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<32x32xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j, %k = transform.tir.get_loops %b
    transform.tir.parallel %i
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_contraction %b tile = [16, 16, 16] stages = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<32x64xf32>, %w: memref<64x32xf32>, %y: memref<32x32xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        // expected-error @below {{cannot tile 'tir.block' "B": expected a plain reduction into one buffer}}
        tir.block "B" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32) reads(%x : memref<32x64xf32>) writes(%y : memref<32x32xf32>) {
          %0 = memref.load %x[%v, %u] : memref<32x64xf32>
          memref.store %0, %y[%v, %u] : memref<32x32xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_contraction %b tile = [16, 16, 16] stages = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<32x64xf32>, %w: memref<64x32xf32>, %y: memref<32x32xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        tir.for %k = %c0 to %c64 {
          // expected-error @below {{cannot tile 'tir.block' "B": expected a contraction of two operands, each of which has an axis of the result for itself, from one start for all}}
          tir.block "B" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32, %r : reduce = %k in %c64) reads(%x, %w : memref<32x64xf32>, memref<64x32xf32>) writes(%y : memref<32x32xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<32x32xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<32x32xf32>
            %1 = memref.load %x[%v, %r] : memref<32x64xf32>
            %2 = memref.load %w[%r, %u] : memref<64x32xf32>
            %5 = arith.mulf %1, %2 : f32
            %6 = arith.maximumf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<32x32xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_contraction %b tile = [16, 16, 16] stages = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<32x64xf32>, %w: memref<64x32xf32>, %y: memref<32x32xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        tir.for %k = %c0 to %c64 {
          // expected-error @below {{cannot tile 'tir.block' "B": expected operands that tensor cores multiply: f16 or bf16 for sums of f32, i8 for sums of i32, and f32 with 'tf32'}}
          tir.block "B" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32, %r : reduce = %k in %c64) reads(%x, %w : memref<32x64xf32>, memref<64x32xf32>) writes(%y : memref<32x32xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<32x32xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<32x32xf32>
            %1 = memref.load %x[%v, %r] : memref<32x64xf32>
            %2 = memref.load %w[%r, %u] : memref<64x32xf32>
            %5 = arith.mulf %1, %2 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<32x32xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_contraction %b tile = [32, 32, 16] stages = 2 tensor_cores = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<32x64xf32>, %w: memref<64x32xf32>, %y: memref<32x32xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        tir.for %k = %c0 to %c0 {
          // expected-error @below {{cannot tile 'tir.block' "B": it has no terms}}
          tir.block "B" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32, %r : reduce = %k in %c0) reads(%x, %w : memref<32x64xf32>, memref<64x32xf32>) writes(%y : memref<32x32xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<32x32xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<32x32xf32>
            %1 = memref.load %x[%v, %r] : memref<32x64xf32>
            %2 = memref.load %w[%r, %u] : memref<64x32xf32>
            %5 = arith.mulf %1, %2 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<32x32xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_contraction %b tile = [16, 16, 16] stages = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<32x64xi1>, %w: memref<64x32xi1>, %y: memref<32x32xi1>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    %false = arith.constant false
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        tir.for %k = %c0 to %c64 {
          // expected-error @below {{cannot tile 'tir.block' "B": its factors are no numbers of 1, 2, 4 or 8 bytes}}
          tir.block "B" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32, %r : reduce = %k in %c64) reads(%x, %w : memref<32x64xi1>, memref<64x32xi1>) writes(%y : memref<32x32xi1>) {
            tir.init {
              memref.store %false, %y[%v, %u] : memref<32x32xi1>
            }
            %0 = memref.load %y[%v, %u] : memref<32x32xi1>
            %1 = memref.load %x[%v, %r] : memref<32x64xi1>
            %2 = memref.load %w[%r, %u] : memref<64x32xi1>
            %5 = arith.muli %1, %2 : i1
            %6 = arith.addi %0, %5 : i1
            memref.store %6, %y[%v, %u] : memref<32x32xi1>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_contraction %b tile = [16, 16, 16] stages = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%w: memref<64x32xf32>, %x: memref<32x64xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    %y = memref.alloc() : memref<32x32xf32>
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        tir.for %k = %c0 to %c64 {
          tir.block "B" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32, %r : reduce = %k in %c64) reads(%x, %w : memref<32x64xf32>, memref<64x32xf32>) writes(%y : memref<32x32xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<32x32xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<32x32xf32>
            %1 = memref.load %x[%v, %r] : memref<32x64xf32>
            %2 = memref.load %w[%r, %u] : memref<64x32xf32>
            %5 = arith.mulf %1, %2 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<32x32xf32>
          }
        }
      }
    }
    tir.for %i = %c0 to %c32 {
      tir.for %j = %c0 to %c32 {
        // expected-error @below {{cannot tile 'tir.block' "E": expected it to be the only one that reads the result of 'tir.block' "B", element by element, and to write nothing that that one reads}}
        tir.block "E" iters(%v : spatial = %i in %c32, %u : spatial = %j in %c32) reads(%y : memref<32x32xf32>) writes(%x : memref<32x64xf32>) {
          %0 = memref.load %y[%v, %u] : memref<32x32xf32>
          memref.store %0, %x[%v, %u] : memref<32x64xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_contraction %b with %e tile = [16, 16, 16] stages = 2
    transform.yield
  }
}
