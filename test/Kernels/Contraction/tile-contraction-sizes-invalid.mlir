// Tiles of a sum of products that threads of a GPU cannot share, and why.
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
          // expected-error @below {{cannot tile 'tir.block' "B": tiles have rows and columns that are powers of 2 from 16 to 128, found 24}}
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
    transform.tir.tile_contraction %b tile = [16, 24, 16] stages = 2
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
          // expected-error @below {{cannot tile 'tir.block' "B": tiles have rows and columns that are powers of 2 from 16 to 128, found 8}}
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
    transform.tir.tile_contraction %b tile = [8, 32, 16] stages = 2 tensor_cores = 8 tf32
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
          // expected-error @below {{cannot tile 'tir.block' "B": tiles of 16 rows and 32 columns take a power of 2 of terms at a time, from 16 to 16, found 8}}
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
    transform.tir.tile_contraction %b tile = [16, 32, 8] stages = 2
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
          // expected-error @below {{cannot tile 'tir.block' "B": expected room for 2 to 8 steps, found 1}}
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
    transform.tir.tile_contraction %b tile = [16, 16, 16] stages = 1
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
          // expected-error @below {{cannot tile 'tir.block' "B": tensor cores take a power of 2 from 16 to 64 of its terms at a time, found 8}}
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
    transform.tir.tile_contraction %b tile = [32, 32, 8] stages = 2 tensor_cores = 8 tf32
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
          // expected-error @below {{cannot tile 'tir.block' "B": one product of tensor cores has 8 of its terms, found 16}}
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
    transform.tir.tile_contraction %b tile = [32, 32, 16] stages = 2 tensor_cores = 16 tf32
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
          // expected-error @below {{cannot tile 'tir.block' "B": its tiles take 67584 bytes of shared memory; expected at most 49152}}
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
    transform.tir.tile_contraction %b tile = [64, 64, 16] stages = 8
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
    // expected-error @below {{expects as tile a number of rows, one of columns and one of terms, found array<i64: 16, 16>}}
    transform.tir.tile_contraction %b tile = [16, 16] stages = 2
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
    // expected-error @below {{expects 'tf32' and 'async_copies' only together with 'tensor_cores', found none}}
    transform.tir.tile_contraction %b tile = [16, 16, 16] stages = 2 async_copies
    transform.yield
  }
}
