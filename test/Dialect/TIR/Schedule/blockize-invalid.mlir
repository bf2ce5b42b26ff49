// What nests do not become blocks, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @more(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    // expected-error @below {{cannot blockize loop #0 around 'tir.block' "B": expected it to hold one block and nothing else}}
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
      tir.block "C" writes(%x : memref<8xf32>) {
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %o = transform.tir.blockize %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @bounds(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot blockize loop #1 around 'tir.block' "B": expected bounds of loop #1 around 'tir.block' "B" that depend on no loop around it}}
      tir.for %j = %c0 to %i {
        %s = arith.muli %i, %c2 : index
        %p = arith.addi %s, %j : index
        tir.block "B" iters(%v : spatial = %p in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %o = transform.tir.blockize %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @extent(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot blockize loop #1 around 'tir.block' "B": expected the extent of iterator #0 of 'tir.block' "B" to be computed outside of it}}
      tir.for %j = %c0 to %c2 {
        %s = arith.muli %i, %c2 : index
        %p = arith.addi %s, %j : index
        %e = arith.addi %j, %c8 : index
        tir.block "B" iters(%v : spatial = %p in %e) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %o = transform.tir.blockize %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @sum(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot blockize loop #1 around 'tir.block' "B": expected iterator #0 of 'tir.block' "B" to be a sum of what loops inside and around it make}}
      tir.for %j = %c0 to %c2 {
        %s = arith.muli %i, %c2 : index
        %r = arith.addi %s, %j : index
        %p = arith.remui %r, %c8 : index
        tir.block "B" iters(%v : spatial = %p in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %o = transform.tir.blockize %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @multiple(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot blockize loop #1 around 'tir.block' "B": expected iterator #0 of 'tir.block' "B" to be a multiple that loops around it make, and a number below that}}
      tir.for %j = %c0 to %c2 {
        %s = arith.muli %i, %c1 : index
        %p = arith.addi %s, %j : index
        tir.block "B" iters(%v : spatial = %p in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %o = transform.tir.blockize %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reduces(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot blockize loop #1 around 'tir.block' "B": expected no loop around it to reduce; decompose the reduction of 'tir.block' "B" first}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%w : reduce = %i in %c8, %v : spatial = %j in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<8xf32>
          }
          %0 = memref.load %x[%w] : memref<8xf32>
          %1 = memref.load %y[%v] : memref<8xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %o = transform.tir.blockize %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @condition(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot blockize loop #1 around 'tir.block' "B": expected conditions of 'tir.block' "B" that depend on no loop inside it}}
      tir.for %j = %c0 to %c2 {
        %s = arith.muli %i, %c2 : index
        %p = arith.addi %s, %j : index
        %q = arith.cmpi sle, %j, %c1 : index
        tir.block "B" iters(%v : spatial = %p in %c8) where %q reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %o = transform.tir.blockize %j
    transform.yield
  }
}
