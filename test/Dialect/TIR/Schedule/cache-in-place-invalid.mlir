// What is not changed in a copy, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @not_written(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected it to write, too, its read buffer #0}}
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
    %in, %out = transform.tir.cache_inplace %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @number(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected a number of its read buffers, found #3}}
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
    %in, %out = transform.tir.cache_inplace %b[3] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @viewed(%y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected only loads and stores in it to use the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%y : memref<8xf32>) {
        %w = memref.subview %y[%v] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
        // expected-note @below {{this op does otherwise}}
        %0 = memref.load %w[%c0] : memref<1xf32, strided<[1], offset: ?>>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %in, %out = transform.tir.cache_inplace %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @shifted(%y: memref<9xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected the buffer to be indexed by its spatial iterators, each one index}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%y : memref<9xf32>) writes(%y : memref<9xf32>) {
        %w = arith.addi %v, %c1 : index
        %0 = memref.load %y[%w] : memref<9xf32>
        memref.store %0, %y[%v] : memref<9xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %in, %out = transform.tir.cache_inplace %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @sometimes(%y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected it to read the buffer under no condition}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%y : memref<8xf32>) {
        %w = arith.cmpi slt, %v, %c4 : index
        tir.if %w {
          %0 = memref.load %y[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %in, %out = transform.tir.cache_inplace %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @a_part(%y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected loops that provably run it for all values of its iterators}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %y[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %in, %out = transform.tir.cache_inplace %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @scope(%y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected the scope "global", "shared" or "local", found "warp"}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %y[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %in, %out = transform.tir.cache_inplace %b[0] "warp"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @no_box(%y: memref<4x4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c4 {
        %s = arith.addi %i, %j : index
        %t = arith.remui %s, %c4 : index
        // expected-error @below {{cannot cache, in place, a buffer of 'tir.block' "B": expected it to change, provably, a box in loop #0 around 'tir.block' "B"}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : spatial = %t in %c4) reads(%y : memref<4x4xf32>) writes(%y : memref<4x4xf32>) {
          %0 = memref.load %y[%v, %w] : memref<4x4xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %y[%v, %w] : memref<4x4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %in, %out = transform.tir.cache_inplace %b[0] "local"
    transform.yield
  }
}
