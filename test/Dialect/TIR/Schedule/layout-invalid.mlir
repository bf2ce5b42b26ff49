// What buffers and blocks have no other indices, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @number(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the layout of a buffer of 'tir.block' "B": expected a number of its written buffers, found #1}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_layout %b[1] by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @outside(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the layout of a buffer of 'tir.block' "B": expected its written buffer #0 to be made in the function}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_layout %b[0] by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @rank(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the layout of a buffer of 'tir.block' "B": expected a map of 1 dimensions for a buffer of type 'memref<8xf32>'}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_layout %b[0] by affine_map<(i, j) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @viewed(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    // expected-note @below {{this op does otherwise}}
    %u = memref.expand_shape %t [[0, 1]] output_shape [8, 1] : memref<8xf32> into memref<8x1xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the layout of a buffer of 'tir.block' "B": expected only loads and stores to use the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_layout %b[0] by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @same(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the layout of a buffer of 'tir.block' "B": expected the map to take each element to an index of its own}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_layout %b[0] by affine_map<(i) -> (i floordiv 2)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @size(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc(%n) : memref<?xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the layout of a buffer of 'tir.block' "B": expected a known size of dimension 0}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<?xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<?xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_layout %b[0] by affine_map<(i) -> (i * 2)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @shares(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the iterators of 'tir.block' "B": expected loops around it that hold it alone}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
      tir.block "C" writes(%x : memref<8xf32>) {
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @hint(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for parallel %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the iterators of 'tir.block' "B": loop #0 around 'tir.block' "B" has a kind or annotations, which would be lost; expected a plain serial loop}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @domain(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot transform the iterators of 'tir.block' "B": expected loops that provably run it for all values of its iterators}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @dims(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the iterators of 'tir.block' "B": expected a map of 1 dimensions, one an iterator}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i, j) -> (i, j)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @result(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot transform the iterators of 'tir.block' "B": expected result #0 of the map to be an iterator, a quotient or rest of one, or a number whose digits are iterators}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i) -> (i * 2)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @kinds(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %c4 {
        // expected-error @below {{cannot transform the iterators of 'tir.block' "B": expected result #0 of the map to be of iterators of one kind that says no order}}
        tir.block "B" iters(%v : spatial = %i in %c8, %w : reduce = %j in %c4) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<8xf32>
          }
          %0 = memref.load %x[%w] : memref<8xf32>
          %1 = memref.load %y[%v] : memref<8xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i, j) -> (i * 4 + j)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @left_out(%x: memref<8xf32>, %y: memref<8x4xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %c4 {
        // expected-error @below {{cannot transform the iterators of 'tir.block' "B": expected the map to use iterator #1}}
        tir.block "B" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c4) writes(%y : memref<8x4xf32>) {
          memref.store %f, %y[%v, %w] : memref<8x4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i, j) -> (i)>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @block_extent(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    tir.for %k = %c0 to %c1 {
      %e = arith.addi %n, %k : index
      tir.for %i = %c0 to %e {
        // expected-error @below {{cannot transform the iterators of 'tir.block' "B": expected extents of its iterators that are known in front of its loops}}
        tir.block "B" iters(%v : spatial = %i in %e) writes(%y : memref<8xf32>) {
          memref.store %f, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.transform_block_layout %b by affine_map<(i) -> (i)>
    transform.yield
  }
}
