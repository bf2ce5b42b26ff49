// What blocks do not move to their producers, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @unknown(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
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
      // expected-error @below {{cannot move the use of 'tir.block' "B": expected only ops in it whose accesses to memory are known}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        tir.call_extern @g() : () -> ()
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
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
      // expected-error @below {{cannot move the use of 'tir.block' "B": expected it to read no buffer that it writes}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t, %y : memref<8xf32>, memref<8xf32>) writes(%y : memref<8xf32>) {
        %2 = memref.load %t[%v] : memref<8xf32>
        %0 = memref.load %y[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @two(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
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
      tir.block "C" iters(%v : spatial = %i in %c8) writes(%t : memref<8xf32>) {
        memref.store %f, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the use of 'tir.block' "B": expected one block, and one buffer, in loop #0 around 'tir.block' "A" that it reads}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @none(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
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
      // expected-error @below {{cannot move the use of 'tir.block' "B": expected a block in loop #0 around 'tir.block' "A" that writes what it reads}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @index(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%c0] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the use of 'tir.block' "B": 'tir.block' "A" is expected to write at its spatial iterators, each one index}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
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
    tir.for %i = %c0 to %c4 {
        tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the use of 'tir.block' "B": expected loops of 'tir.block' "A" that provably run it for all values of its iterators}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reduces(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %t = memref.alloc() : memref<8xf32>
    tir.for %k = %c0 to %c8 {
      tir.for %i = %c0 to %c8 {
        tir.block "A" iters(%w : reduce = %k in %c8, %v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<8xf32>
          }
          %0 = memref.load %x[%w] : memref<8xf32>
          %1 = memref.load %t[%v] : memref<8xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %t[%v] : memref<8xf32>
        }
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the use of 'tir.block' "B": loop #0 around 'tir.block' "A" reduces, expected loop #1 around 'tir.block' "A" around it}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %k, %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
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
    %t = memref.alloc() : memref<8xf32>
    tir.for %k = %c0 to %c4 {
      tir.for %i = %c0 to %c2 {
        %s = arith.muli %i, %c4 : index
        %p = arith.addi %s, %k : index
        tir.block "A" iters(%v : spatial = %p in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %t[%v] : memref<8xf32>
        }
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the use of 'tir.block' "B": 'tir.block' "A" is expected to write, provably, a box in one iteration of loop #0 around 'tir.block' "A"}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %k, %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %k
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
      // expected-error @below {{cannot move the use of 'tir.block' "B": expected it to read at its iterators what 'tir.block' "A" writes at its own, over equal ranges}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%c0] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @range(%x: memref<8x8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8x8xf32>
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %c8 {
        tir.block "A" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c8) reads(%x : memref<8x8xf32>) writes(%t : memref<8x8xf32>) {
          %0 = memref.load %x[%v, %w] : memref<8x8xf32>
          memref.store %0, %t[%v, %w] : memref<8x8xf32>
        }
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the use of 'tir.block' "B": expected to know what of its iterator #0 one iteration of loop #0 around 'tir.block' "A" makes}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8x8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v, %v] : memref<8x8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part(%x: memref<8xf32>, %y: memref<f32>) attributes {num_inputs = 0} {
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
      // expected-error @below {{cannot move the use of 'tir.block' "B": its iterator #0 is 'reduce', expected one iteration of loop #0 around 'tir.block' "A" to make all of it}}
      tir.block "B" iters(%v : reduce = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<f32>) {
        tir.init {
          memref.store %f, %y[] : memref<f32>
        }
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = memref.load %y[] : memref<f32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[] : memref<f32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reverse_compute_at %b, %i
    transform.yield
  }
}
