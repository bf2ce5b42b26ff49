// What borders get no block of their own, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @kind(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected its iterator #0 to be spatial, found 'ordered'}}
      tir.block "P" iters(%v : ordered = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %a = arith.cmpi slt, %v, %c4 : index
        %0 = memref.load %x[%v] : memref<8xf32>
        %r = arith.select %a, %0, %f : f32
        memref.store %r, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @two_stores(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected one store as its only effect}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %a = arith.cmpi slt, %v, %c4 : index
        %0 = memref.load %x[%v] : memref<8xf32>
        %r = arith.select %a, %0, %f : f32
        memref.store %r, %y[%v] : memref<8xf32>
        memref.store %r, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reads(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected it to read no buffer that it writes}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%y : memref<8xf32>) {
        %a = arith.cmpi slt, %v, %c4 : index
        %0 = memref.load %y[%v] : memref<8xf32>
        %r = arith.select %a, %0, %f : f32
        memref.store %r, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @place(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected it to write at its iterators, each one index}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %a = arith.cmpi slt, %v, %c4 : index
        %0 = memref.load %x[%v] : memref<8xf32>
        %r = arith.select %a, %0, %f : f32
        %q = arith.subi %v, %c0 : index
        memref.store %r, %y[%q] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @no_choice(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected it to store what an 'scf.if' or an 'arith.select' chooses}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %r = memref.load %x[%v] : memref<8xf32>
        memref.store %r, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @several_uses(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected it to use what 'arith.select' chooses for its store only}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %a = arith.cmpi slt, %v, %c4 : index
        %0 = memref.load %x[%v] : memref<8xf32>
        %r = arith.select %a, %0, %f : f32
        %q = arith.addf %r, %r : f32
        memref.store %r, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @fill(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected it to store the same everywhere where the condition does not hold}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %a = arith.cmpi slt, %v, %c4 : index
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        %r = arith.select %a, %0, %1 : f32
        memref.store %r, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @condition(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": expected the condition of 'arith.select' to be computed of its iterators only}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %a = arith.cmpf olt, %0, %f : f32
        %r = arith.select %a, %0, %f : f32
        memref.store %r, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @not_alone(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot decompose, in 'tir.block' "P": loop #0 around 'tir.block' "P" is expected to hold it alone}}
      tir.block "P" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %a = arith.cmpi slt, %v, %c4 : index
        %0 = memref.load %x[%v] : memref<8xf32>
        %r = arith.select %a, %0, %f : f32
        memref.store %r, %y[%v] : memref<8xf32>
      }
      tir.block "Q" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) {
        %0 = memref.load %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.tir.get_block "P" in %root : !transform.any_op
    %i = transform.tir.get_loops %p
    // expected-note @below {{this step of the schedule asks for it}}
    %b = transform.tir.decompose_padding %p before %i
    transform.yield
  }
}
