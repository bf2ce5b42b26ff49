// What indices are not computed ahead, or chosen, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @once(%x: memref<8xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot cache the indices of 'tir.block' "B": expected an index, computed of its iterators, that it uses 2 times}}
      tir.block "B" iters(%v : spatial = %i in %c4) reads(%x : memref<8xf32>) writes(%y : memref<4xf32>) {
        %w = arith.muli %v, %c2 : index
        %0 = memref.load %x[%w] : memref<8xf32>
        memref.store %0, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %t = transform.tir.cache_index %b uses = 2 "global"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @scope(%x: memref<8xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot cache the indices of 'tir.block' "B": expected the scope "global", "shared" or "local", found "warp"}}
      tir.block "B" iters(%v : spatial = %i in %c4) reads(%x : memref<8xf32>) writes(%y : memref<4xf32>) {
        %w = arith.muli %v, %c2 : index
        %0 = memref.load %x[%w] : memref<8xf32>
        memref.store %0, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %t = transform.tir.cache_index %b uses = 1 "warp"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @extent(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %i {
        %n = arith.maxsi %i, %c1 : index
        // expected-error @below {{cannot cache the indices of 'tir.block' "B": expected the extent of iterator #0 to be known in front of its loops}}
        tir.block "B" iters(%v : spatial = %j in %n) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %w = arith.muli %v, %c2 : index
          %0 = memref.load %x[%w] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %t = transform.tir.cache_index %b uses = 1 "global"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @other_iterator(%x: memref<4xf32>, %y: memref<4x2xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c2 {
        // expected-error @below {{cannot cache, at other indices, a buffer that is read by 'tir.block' "B": expected the map to use only iterators of which an index of the buffer is computed, found iterator #1}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c2) reads(%x : memref<4xf32>) writes(%y : memref<4x2xf32>) {
          %0 = memref.load %x[%v] : memref<4xf32>
          memref.store %0, %y[%v, %w] : memref<4x2xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %t = transform.tir.reindex_cache_read %b[0] "global" by affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @dimensions(%x: memref<4xf32>, %y: memref<4x2xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c2 {
        // expected-error @below {{cannot cache, at other indices, a buffer that is read by 'tir.block' "B": expected a map of 2 dimensions, one an iterator, found affine_map<(d0) -> (d0)>}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c2) reads(%x : memref<4xf32>) writes(%y : memref<4x2xf32>) {
          %0 = memref.load %x[%v] : memref<4xf32>
          memref.store %0, %y[%v, %w] : memref<4x2xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %t = transform.tir.reindex_cache_read %b[0] "global" by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @one_place(%x: memref<4xf32>, %y: memref<4x2xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c2 {
        // expected-error @below {{cannot transform the layout of a buffer of 'tir.block' "B": expected the map to take each element to an index of its own}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c2) reads(%x : memref<4xf32>) writes(%y : memref<4x2xf32>) {
          %0 = memref.load %x[%v] : memref<4xf32>
          memref.store %0, %y[%v, %w] : memref<4x2xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %t = transform.tir.reindex_cache_write %b[0] "global" by affine_map<(i, j) -> (i)>
    transform.yield
  }
}
