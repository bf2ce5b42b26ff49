// Blocks: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
tir.func private @counts(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.block' op expects as many bindings as extents and kinds of iterators, found 1, 0 and 0; give one of each}}
  "tir.block"(%n) <{label = "x", iter_kinds = [], operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index):
    "tir.yield"() : () -> ()
  }) : (index) -> ()
  tir.return
}

// -----

// R1
tir.func private @arguments(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.block' op expects a body with 0 arguments of type 'index', one an iterator}}
  "tir.block"() <{label = "x", iter_kinds = [], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0>}> ({
  ^bb0(%a: index):
    "tir.yield"() : () -> ()
  }) : () -> ()
  tir.return
}

// -----

// R2
tir.func private @outer_loop(%n: index, %m: index) attributes {num_inputs = 0} {
  // expected-note @below {{the index belongs to this op}}
  tir.for %i = %n to %n {
    tir.block "x" {
      // expected-error @below {{'arith.addi' op uses, inside 'tir.block' "x", an index of the 'tir.for' around it, expected an iterator; bind the index to one}}
      %s = arith.addi %i, %i : index
    }
  }
  tir.return
}

// -----

// R2
tir.func private @outer_block(%n: index) attributes {num_inputs = 0} {
  // expected-note @below {{the index belongs to this op}}
  tir.block "outer" iters(%v : spatial = %n in %n) {
    tir.block "x" {
      // expected-error @below {{uses, inside 'tir.block' "x", an index of the 'tir.block' around it, expected an iterator; bind the index to one}}
      %s = arith.addi %v, %v : index
    }
  }
  tir.return
}

// -----

// R3
tir.func private @reads(%m: memref<f32>) attributes {num_inputs = 0} {
  tir.block "x" {
    // expected-error @below {{'memref.load' op reads a buffer, expected one that 'tir.block' "x" lists in 'reads'; add it there}}
    %x = memref.load %m[] : memref<f32>
  }
  tir.return
}

// -----

// R3
tir.func private @writes(%m: memref<f32>) attributes {num_inputs = 0} {
  %f = arith.constant 1.0 : f32
  tir.block "x" reads(%m : memref<f32>) {
    // expected-error @below {{'memref.store' op writes a buffer, expected one that 'tir.block' "x" lists in 'writes'; add it there}}
    memref.store %f, %m[] : memref<f32>
  }
  tir.return
}

// -----

// R4
tir.func private @late_init(%n: index) attributes {num_inputs = 0} {
  tir.block "x" iters(%v : reduce = %n in %n) {
    %s = arith.addi %v, %v : index
    // expected-error @below {{'tir.init' op expects to be the first op of its 'tir.block', found 'arith.addi'; move it to the front}}
    tir.init {
    }
  }
  tir.return
}

// -----

// R1 of tir.init
tir.func private @nothing_to_start(%n: index) attributes {num_inputs = 0} {
  tir.block "x" iters(%v : spatial = %n in %n) {
    // expected-error @below {{'tir.init' op is in 'tir.block' "x", expected one with a 'reduce' iterator; store without 'tir.init'}}
    tir.init {
    }
  }
  tir.return
}

// -----

// R2 of tir.init
tir.func private @init_reduces(%n: index) attributes {num_inputs = 0} {
  tir.block "x" iters(%v : reduce = %n in %n) {
    tir.init {
      // expected-error @below {{'arith.addi' op uses 'reduce' iterator #0 inside 'tir.init', which runs before the reduction, expected spatial ones only}}
      %s = arith.addi %v, %v : index
    }
  }
  tir.return
}

// -----

tir.func private @kind(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{expected a kind of iterator, found 'sideways'}}
  tir.block "x" iters(%v : sideways = %n in %n) {
  }
  tir.return
}
