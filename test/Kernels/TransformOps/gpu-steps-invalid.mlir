// Steps of a GPU that are rejected: reductions, products of warpgroups, borders.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot split 'tir.block' "B": expected a plain reduction into one buffer}}
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
    transform.tir.split_reduction %b partitions = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot split 'tir.block' "B": expected an op that may do its steps in any order to join its result and a step}}
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
    transform.tir.split_reduction %b partitions = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<4x8xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        // expected-error @below {{cannot split 'tir.block' "B": expected one start number for all its results}}
        tir.block "B" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            %s = arith.addf %f, %f : f32
            memref.store %s, %y[%v] : memref<4xf32>
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
    transform.tir.split_reduction %b partitions = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<64x64xf32>, %w: memref<64x64xf32>, %y: memref<64x64xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c64 {
        tir.for %k = %c0 to %c64 {
          // expected-error @below {{cannot tile 'tir.block' "B": expected a contraction, with rows, columns and a K dimension, of elements that warpgroups multiply: f16, bf16 or f8 for sums of f32, i8 for sums of i32, and f32 with 'tf32'}}
          tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c64, %r : reduce = %k in %c64) reads(%x, %w : memref<64x64xf32>, memref<64x64xf32>) writes(%y : memref<64x64xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<64x64xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<64x64xf32>
            %1 = memref.load %x[%v, %r] : memref<64x64xf32>
            %2 = memref.load %w[%r, %u] : memref<64x64xf32>
            %5 = arith.mulf %1, %2 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<64x64xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_by_warpgroups %b columns = 128 stages = 3
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<64x64xf16>, %w: memref<64x64xf16>, %y: memref<64x64xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c64 {
        tir.for %k = %c0 to %c64 {
          // expected-error @below {{cannot tile 'tir.block' "B": its tiles take 393216 bytes of shared memory; expected at most 232448}}
          tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c64, %r : reduce = %k in %c64) reads(%x, %w : memref<64x64xf16>, memref<64x64xf16>) writes(%y : memref<64x64xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<64x64xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<64x64xf32>
            %1 = memref.load %x[%v, %r] : memref<64x64xf16>
            %2 = memref.load %w[%r, %u] : memref<64x64xf16>
            %3 = arith.extf %1 : f16 to f32
            %4 = arith.extf %2 : f16 to f32
            %5 = arith.mulf %3, %4 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<64x64xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_by_warpgroups %b columns = 256 stages = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<64x64xf16>, %w: memref<64x64xf16>, %y: memref<64x64xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c64 {
        tir.for %k = %c0 to %c64 {
          tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c64, %r : reduce = %k in %c64) reads(%x, %w : memref<64x64xf16>, memref<64x64xf16>) writes(%y : memref<64x64xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<64x64xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<64x64xf32>
            %1 = memref.load %x[%v, %r] : memref<64x64xf16>
            %2 = memref.load %w[%r, %u] : memref<64x64xf16>
            %3 = arith.extf %1 : f16 to f32
            %4 = arith.extf %2 : f16 to f32
            %5 = arith.mulf %3, %4 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<64x64xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects 64, 128 or 256 columns, found 32}}
    transform.tir.tile_by_warpgroups %b columns = 32 stages = 3
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<64x64xf16>, %w: memref<64x64xf16>, %y: memref<64x64xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c64 {
        tir.for %k = %c0 to %c64 {
          tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c64, %r : reduce = %k in %c64) reads(%x, %w : memref<64x64xf16>, memref<64x64xf16>) writes(%y : memref<64x64xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<64x64xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<64x64xf32>
            %1 = memref.load %x[%v, %r] : memref<64x64xf16>
            %2 = memref.load %w[%r, %u] : memref<64x64xf16>
            %3 = arith.extf %1 : f16 to f32
            %4 = arith.extf %2 : f16 to f32
            %5 = arith.mulf %3, %4 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<64x64xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects 128 or 256 rows, found 64}}
    transform.tir.tile_by_warpgroups %b rows = 64 columns = 128 stages = 3
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<64x64xf16>, %w: memref<64x64xf16>, %y: memref<64x64xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c64 {
      tir.for %j = %c0 to %c64 {
        tir.for %k = %c0 to %c64 {
          tir.block "B" iters(%v : spatial = %i in %c64, %u : spatial = %j in %c64, %r : reduce = %k in %c64) reads(%x, %w : memref<64x64xf16>, memref<64x64xf16>) writes(%y : memref<64x64xf32>) {
            tir.init {
              memref.store %f, %y[%v, %u] : memref<64x64xf32>
            }
            %0 = memref.load %y[%v, %u] : memref<64x64xf32>
            %1 = memref.load %x[%v, %r] : memref<64x64xf16>
            %2 = memref.load %w[%r, %u] : memref<64x64xf16>
            %3 = arith.extf %1 : f16 to f32
            %4 = arith.extf %2 : f16 to f32
            %5 = arith.mulf %3, %4 : f32
            %6 = arith.addf %0, %5 : f32
            memref.store %6, %y[%v, %u] : memref<64x64xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects 3 to 8 stages, found 2}}
    transform.tir.tile_by_warpgroups %b columns = 128 stages = 2
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline the padding of 'tir.block' "B": expected it to write all of a buffer but for padding of known size that a block before it fills with one number, of elements that are cheap, and that only loads in blocks behind it use}}
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
    transform.tir.inline_padding %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 0.0 : f32
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expects one 'tir.func' @other inside 'builtin.module', found 0}}
    %f = transform.tir.get_function @other in %root : !transform.any_op
    transform.yield
  }
}
