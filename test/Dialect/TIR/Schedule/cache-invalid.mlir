// What buffers blocks have no copies of, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @scope(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is read by 'tir.block' "B": expected the scope "global", "shared" or "local", found "warp"}}
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
    %c = transform.tir.cache_read %b[0] "warp"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @number(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is read by 'tir.block' "B": expected a number of its read buffers, found #1}}
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
    %c = transform.tir.cache_read %b[1] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @number_written(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": expected a number of its written buffers, found #2}}
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
    %c = transform.tir.cache_write %b[2] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @stored(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is read by 'tir.block' "B": expected only loads in it to use the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %y[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        // expected-note @below {{this op does otherwise}}
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_read %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @viewed(%x: memref<8x1xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %t = memref.collapse_shape %y [[0]] : memref<8xf32> into memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": expected only loads and stores in it to use the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        %1 = arith.addf %f, %f : f32
        // expected-note @below {{this op does otherwise}}
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_write %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @unused(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is read by 'tir.block' "B": expected something in it to use the buffer, found nothing}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %1 = arith.addf %f, %f : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_read %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @itself(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": expected it to read no buffer that it writes}}
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
    %c = transform.tir.cache_write %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @condition(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %q = arith.cmpi slt, %c0, %c1 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": expected it to write under no condition}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        tir.if %q {
          memref.store %1, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_write %b[0] "local"
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
      // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": expected loops that provably run it for all values of its iterators}}
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
    %c = transform.tir.cache_write %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reduces(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %k = %c0 to %c8 {
      tir.for %i = %c0 to %c8 {
        // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": loop #0 around 'tir.block' "B" reduces; expected nothing else in it to use the buffer}}
        tir.block "B" iters(%w : reduce = %k in %c8, %v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<8xf32>
          }
          %0 = memref.load %x[%w] : memref<8xf32>
          %1 = memref.load %y[%v] : memref<8xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<8xf32>
        }
      }
      tir.block "C" reads(%y : memref<8xf32>) {
        %0 = memref.load %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_write %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @index(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": expected the buffer to be indexed by its spatial iterators, each one index}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_write %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @box(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %k = %c0 to %c4 {
      tir.for %i = %c0 to %c2 {
        %s = arith.muli %i, %c4 : index
        %p = arith.addi %s, %k : index
        // expected-error @below {{cannot cache a buffer that is written by 'tir.block' "B": expected it to write, provably, a box in loop #1 around 'tir.block' "B"}}
        tir.block "B" iters(%v : spatial = %p in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
      tir.block "C" reads(%y : memref<8xf32>) {
        %0 = memref.load %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_write %b[0] "local"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @unknown(%x: memref<8xindex>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot cache a buffer that is read by 'tir.block' "B": expected it to read, provably, a box of the buffer, as only what it reads is known to be written}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t, %x : memref<8xf32>, memref<8xindex>) writes(%y : memref<8xf32>) {
        %p = memref.load %x[%v] : memref<8xindex>
        %0 = memref.load %t[%p] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.cache_read %b[0] "local"
    transform.yield
  }
}
