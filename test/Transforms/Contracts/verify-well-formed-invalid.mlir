// Each way not to be well formed.
// RUN: relax-opt %s --tir-verify-well-formed --split-input-file --verify-diagnostics

tir.func private @computed(%n: index) attributes {num_inputs = 0} {
  // expected-note @below {{the index belongs to this op}}
  tir.for %i = %n to %n {
    // expected-note @below {{the value is computed here}}
    %s = arith.addi %i, %n : index
    // expected-error @below {{'tir.block' op uses a value computed from an index of the 'tir.for' around it, expected an iterator; bind it to one}}
    tir.block "x" {
      %t = arith.addi %s, %s : index
    }
  }
  tir.return
}

// -----

tir.func private @range() attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-note @below {{the loop is here}}
  tir.for %i = %c0 to %c8 {
    // expected-error @below {{'tir.block' op has iterator #0 of extent 4 bound to a loop, expected one that runs up to that, found 8; make them agree or add a 'where'}}
    tir.block "x" iters(%v : spatial = %i in %c4) {
    }
  }
  tir.return
}

// -----

tir.func private @nested(%n: index) attributes {num_inputs = 0} {
  // expected-note @below {{that loop is here}}
  tir.for thread_binding "threadIdx.x" %i = %n to %n {
    // expected-error @below {{'tir.for' op binds thread axis "threadIdx.x", which a loop around it binds already}}
    tir.for thread_binding "threadIdx.x" %j = %n to %n {
    }
  }
  tir.return
}

// -----

tir.func private @extents() attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
    // expected-note @below {{the first loop is here}}
    tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
    }
    // expected-error @below {{'tir.for' op binds thread axis "threadIdx.x" with another extent than the first loop of the kernel that does; make them equal}}
    tir.for thread_binding "threadIdx.x" %j = %c0 to %c8 {
    }
  }
  tir.return
}

// -----

// All of them in one module: public, dead and nested functions.
tir.func @public(%n: index) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-note @below {{the loop is here}}
  // expected-note @below {{the index belongs to this op}}
  tir.for %i = %c0 to %c8 {
    // expected-note @below {{the value is computed here}}
    %s = arith.addi %i, %n : index
    // expected-note @below {{the value is computed here}}
    %t = arith.muli %i, %n : index
    // expected-error @below {{'tir.block' op has iterator #0 of extent 4 bound to a loop, expected one that runs up to that, found 8; make them agree or add a 'where' [tir-verify-well-formed R2]}}
    // expected-error @below {{uses a value computed from an index of the 'tir.for' around it, expected an iterator; bind it to one [tir-verify-well-formed R1]}}
    tir.block "x" iters(%v : spatial = %i in %c4) {
      %u = arith.addi %s, %t : index
    }
  }
  tir.return
}
module @inner {
  tir.func private @dead(%n: index, %m: index) attributes {num_inputs = 0} {
    tir.for thread_binding "blockIdx.x" %k = %n to %m {
      // expected-note @below {{that loop is here}}
      // expected-note @below {{the first loop is here}}
      tir.for thread_binding "threadIdx.x" %i = %n to %m {
        // expected-error @below {{'tir.for' op binds thread axis "threadIdx.x", which a loop around it binds already [tir-verify-well-formed R3]}}
        tir.for thread_binding "threadIdx.x" %j = %n to %n {
        }
      }
      // expected-error @below {{'tir.for' op binds thread axis "threadIdx.x" with another extent than the first loop of the kernel that does; make them equal [tir-verify-well-formed R4]}}
      tir.for thread_binding "threadIdx.x" %j = %n to %n {
      }
    }
    tir.return
  }
}
