// What loops cannot be merged, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @merge_one(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "B": expected two loops to merge or more, found one}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @merge_kind(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "C": expected a serial loop, found 'parallel'; do it before}}
    tir.for parallel %i = %c0 to %c8 {
      tir.block "C" iters(%v : spatial = %i in %c8) writes(%z : memref<8xf32>) {
        memref.store %f, %z[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %j = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @merge_order(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "B": expected the loop to merge it with in front of it, in the same body}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      tir.block "C" iters(%v : spatial = %i in %c8) writes(%z : memref<8xf32>) {
        memref.store %f, %z[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %j = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %j, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @merge_range(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "C": expected the loop to merge it with to have the same range}}
    tir.for %i = %c0 to %c4 {
      tir.block "C" iters(%v : spatial = %i in %c8) writes(%z : memref<8xf32>) {
        memref.store %f, %z[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %j = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @merge_between(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    // expected-note @below {{this op}}
    memref.store %f, %z[%c0] : memref<8xf32>
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "C": expected nothing between the loops}}
    tir.for %i = %c0 to %c8 {
      tir.block "C" iters(%v : spatial = %i in %c8) writes(%z : memref<8xf32>) {
        memref.store %f, %z[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %j = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @merge_backward(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        // expected-note @below {{the other loop's access is here}}
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "C": an iteration needs that a later one of the other loop has run}}
    tir.for %i = %c0 to %c8 {
      %c7 = arith.constant 7 : index
      %r = arith.subi %c7, %i : index
      tir.block "C" iters(%v : spatial = %r in %c8) reads(%y : memref<8xf32>) writes(%z : memref<8xf32>) {
        // expected-note @below {{this loop's access is here}}
        %0 = memref.load %y[%v] : memref<8xf32>
        memref.store %0, %z[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %j = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @merge_reduction(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "B": it reduces, expected the loop to merge it with not to use the result}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : reduce = %i in %c8) writes(%y : memref<8xf32>) {
        tir.init {
          memref.store %f, %y[%c0] : memref<8xf32>
        }
      }
    }
    tir.for %i = %c0 to %c8 {
      tir.block "C" iters(%v : spatial = %i in %c8) reads(%y : memref<8xf32>) writes(%z : memref<8xf32>) {
        %0 = memref.load %y[%c0] : memref<8xf32>
        memref.store %0, %z[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %j = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @merge_unknown(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
        tir.call_extern @f() : () -> ()
      }
    }
    // expected-error @below {{cannot merge loop #0 around 'tir.block' "C": expected only ops in the loops whose accesses to memory are known}}
    tir.for %i = %c0 to %c8 {
      tir.block "C" iters(%v : spatial = %i in %c8) writes(%z : memref<8xf32>) {
        memref.store %f, %z[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %j = transform.tir.get_loops %c
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.merge %i, %j
    transform.yield
  }
}
