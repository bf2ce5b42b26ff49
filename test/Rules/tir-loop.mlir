// Violations of the rules of TIR: LoopOps.

// rule: tir.for R1
tir.func private @${argument}(%n: index) attributes {num_inputs = 0} {
  "tir.for"(%n, %n) ({ // here
    "tir.yield"() : () -> ()
  }) : (index, index) -> ()
  tir.return
}

// -----

// rule: tir.for R2
tir.func private @${unbound}(%n: index) attributes {num_inputs = 0} {
  tir.for thread_binding %i = %n to %n { // here
  }
  tir.return
}

// -----

// rule: tir.for R2
tir.func private @${bound}(%n: index) attributes {num_inputs = 0} {
  tir.for parallel "threadIdx.x" %i = %n to %n { // here
  }
  tir.return
}

// -----

// rule: tir.for R3
tir.func private @${axis}(%n: index) attributes {num_inputs = 0} {
  tir.for thread_binding "threadIdx.w" %i = %n to %n { // here
  }
  tir.return
}

// -----

// rule: tir.while R1
tir.func private @${before}(%c: index) attributes {num_inputs = 0} {
  tir.while { // here
    tir.yield
  } do {
  }
  tir.return
}

// -----

// rule: tir.while R1
tir.func private @${after}(%c: index) attributes {num_inputs = 0} {
  %t = arith.constant true
  tir.while { // here
    tir.condition %t
  } do {
    tir.condition %t
  }
  tir.return
}
