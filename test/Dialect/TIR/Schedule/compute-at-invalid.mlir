// What blocks do not move to their consumers: blocks.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @inside(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected it outside of loop #0 around 'tir.block' "A"}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %i = transform.tir.get_loops %a
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
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
      // expected-error @below {{cannot move the computation of 'tir.block' "A": loop #0 around 'tir.block' "B" is elsewhere, expected in the same function or block as it}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    }
    tir.for %i = %c0 to %c8 {
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
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @kind(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for parallel %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": loop #0 around 'tir.block' "A" is 'parallel', which would be lost; expected a serial loop}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
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
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @hint(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 annotations {hint} {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": loop #0 around 'tir.block' "A" has annotations {hint}, which would be lost; expected none}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
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
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
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
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected loops that provably run it for all values of its iterators}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
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
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @output(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected it to write one buffer only, made in the function}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%x : memref<8xf32>) {
        %0 = memref.load %y[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %x[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @start(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": its iterator #0 is 'reduce', expected it to start what it writes}}
      tir.block "A" iters(%v : reduce = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %t[%c0] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
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
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
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
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected its result to be indexed by its spatial iterators, each one index}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%c0] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
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
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
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
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected it to read no buffer that it writes}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
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
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}
