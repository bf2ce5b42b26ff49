// Loops and branches: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of tir.for
tir.func private @argument(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.for' op expects a body with one argument, an 'index'}}
  "tir.for"(%n, %n) ({
    "tir.yield"() : () -> ()
  }) : (index, index) -> ()
  tir.return
}

// -----

// R2 of tir.for
tir.func private @unbound(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.for' op is bound to a thread, expected the name of an axis; write e.g. thread_binding "threadIdx.x"}}
  tir.for thread_binding %i = %n to %n {
  }
  tir.return
}

// -----

// R2 of tir.for
tir.func private @bound(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.for' op names thread axis "threadIdx.x", expected the kind 'thread_binding', found 'parallel'}}
  tir.for parallel "threadIdx.x" %i = %n to %n {
  }
  tir.return
}

// -----

// R3 of tir.for
tir.func private @axis(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.for' op expects an axis like "threadIdx.x", found "threadIdx.w"}}
  tir.for thread_binding "threadIdx.w" %i = %n to %n {
  }
  tir.return
}

// -----

tir.func private @kind(%n: index) attributes {num_inputs = 0} {
  // expected-error @below {{expected a kind of loop, found 'sideways'}}
  tir.for sideways %i = %n to %n {
  }
  tir.return
}

// -----

// R1 of tir.while
tir.func private @before(%c: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.while' op expects the first region to end with 'tir.condition'}}
  tir.while {
    tir.yield
  } do {
  }
  tir.return
}

// -----

// R1 of tir.while
tir.func private @after(%c: index) attributes {num_inputs = 0} {
  %t = arith.constant true
  // expected-error @below {{'tir.while' op expects the second region to end with 'tir.yield'}}
  tir.while {
    tir.condition %t
  } do {
    tir.condition %t
  }
  tir.return
}

// -----

// R1 of tir.condition
tir.func private @condition() attributes {num_inputs = 0} {
  %c = arith.constant true
  tir.if %c {
    // expected-error @below {{'tir.condition' op expects parent op 'tir.while'}}
    tir.condition %c
  }
  tir.return
}

// -----

// R1 of tir.yield
// expected-error @below {{'tir.yield' op expects parent op to be one of 'tir.block, tir.for, tir.if, tir.init, tir.while'}}
tir.yield
