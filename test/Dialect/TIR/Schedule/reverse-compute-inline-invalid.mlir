// What blocks are not computed where their producers are, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @effect(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %0, %t[%v] : memref<8xf32>
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": 'tir.block' "A" is expected to have one store as its only effect}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @kind(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : opaque = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected iterator #0 of 'tir.block' "A" to be spatial, found 'opaque'}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @none(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected it to read a buffer that is made in the function, that one block writes and nothing else reads, found none}}
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
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reads(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected it to read what 'tir.block' "A" writes at its iterators, each one index}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%c0] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected it to read all of dimension 0 of what 'tir.block' "A" writes}}
      tir.block "B" iters(%v : spatial = %i in %c4) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @itself(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected it to read no buffer that it writes}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t, %y : memref<8xf32>, memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %2 = memref.load %y[%v] : memref<8xf32>
        %1 = arith.addf %0, %2 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @scope(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.block "O" reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": 'tir.block' "A" is elsewhere, expected in the same function or block}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @domain(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected loops that provably run it for all values of its iterators}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @result(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %y[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": 'tir.block' "A" touches what it writes, expected not to}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @passed(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "C" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        %1 = arith.addf %f, %f : f32
        // expected-note @below {{this op does}}
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected nothing in between that touches what it reads or writes}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @uses(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    %s = memref.load %z[%c0] : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline, into its producer, 'tir.block' "B": expected what it uses to be available in the other block}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %s : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_inline %b
    transform.yield
  }
}
