// What blocks are not computed where they are used, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @effect(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline 'tir.block' "A": 'tir.block' "A" is expected to have one store as its only effect}}
      tir.block "A" iters(%v : spatial = %i in %c8) writes(%t : memref<8xf32>) {
        memref.store %f, %t[%v] : memref<8xf32>
        memref.store %f, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
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
      // expected-error @below {{cannot inline 'tir.block' "A": expected iterator #0 of 'tir.block' "A" to be spatial, found 'ordered'}}
      tir.block "A" iters(%v : ordered = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @output(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline 'tir.block' "A": expected it to write one buffer only, made in the function}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
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
      // expected-error @below {{cannot inline 'tir.block' "A": expected its result to be indexed by its spatial iterators, each one index}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8x2xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline 'tir.block' "A": expected it to write all indices of dimension 1}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8x2xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v, %c1] : memref<8x2xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @writer(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline 'tir.block' "A": expected its result to be read only, and by loads in other blocks}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        // expected-note @below {{this op uses it as well}}
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
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
      // expected-error @below {{cannot inline 'tir.block' "A": expected nothing in between that touches what it reads or writes}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) writes(%x : memref<8xf32>) {
        %1 = arith.addf %f, %f : f32
        // expected-note @below {{this op does}}
        memref.store %1, %x[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "C" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @before(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "C" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot inline 'tir.block' "A": 'tir.block' "A" is expected before what reads its result}}
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
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
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
      %s = memref.load %z[%c0] : memref<8xf32>
      // expected-error @below {{cannot inline 'tir.block' "A": expected what it uses to be available in the other block}}
      tir.block "A" iters(%v : spatial = %i in %c8) writes(%t : memref<8xf32>) {
        memref.store %s, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "C" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_inline %a
    transform.yield
  }
}
