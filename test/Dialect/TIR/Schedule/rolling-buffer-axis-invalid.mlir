// Buffers that do not roll for what moves and what is used, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @bounds(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      %m = arith.addi %i, %c1 : index
      tir.for %j = %c0 to %m {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected a range of loop #1 around 'tir.block' "A" that does not depend on loop #0 around 'tir.block' "A"}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          memref.store %0, %t[%v] : memref<10xf32>
        }
      }

      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<10xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<10xf32>
        memref.store %0, %y[%u] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @predicate(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      tir.for %j = %c0 to %c4 {
        %p = arith.addi %i, %j : index
        %q = arith.cmpi slt, %j, %c2 : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected each condition of its predicate to be one of its iterators}}
        tir.block "A" iters(%v : spatial = %p in %c10) where %q reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          memref.store %0, %t[%v] : memref<10xf32>
        }
      }

      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<10xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<10xf32>
        memref.store %0, %y[%u] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @still(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      tir.for %j = %c0 to %c4 {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected a dimension of the buffer that moves with loop #0 around 'tir.block' "A"}}
        tir.block "A" iters(%v : spatial = %j in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          memref.store %0, %t[%v] : memref<10xf32>
        }
      }

      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<10xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<10xf32>
        memref.store %0, %y[%u] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @two(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10x8xf32>
      tir.for %j = %c0 to %c2 {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected one dimension of the buffer, found 0 and 1, to move with loop #0 around 'tir.block' "A"}}
        tir.block "A" iters(%v : spatial = %p in %c10, %w : spatial = %i in %c8) writes(%t : memref<10x8xf32>) {
          memref.store %f, %t[%v, %w] : memref<10x8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @no_box(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      tir.for %j = %c0 to %c4 {
        %m = arith.muli %j, %c2 : index
        %p = arith.addi %i, %m : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected one iteration of loop #0 around 'tir.block' "A" to make, provably, a box that moves by a constant}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          memref.store %0, %t[%v] : memref<10xf32>
        }
      }

      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<10xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<10xf32>
        memref.store %0, %y[%u] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @nothing_again(%x: memref<40xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<40xf32>
      tir.for %j = %c0 to %c4 {
        %m = arith.muli %i, %c4 : index
        %p = arith.addi %m, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": one iteration of loop #0 around 'tir.block' "A" makes 4 indices of dimension 0, the next one those 4 on, expected some of them again}}
        tir.block "A" iters(%v : spatial = %p in %c40) reads(%x : memref<40xf32>) writes(%t : memref<40xf32>) {
          %0 = memref.load %x[%v] : memref<40xf32>
          memref.store %0, %t[%v] : memref<40xf32>
        }
      }

      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<40xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<40xf32>
        memref.store %0, %y[%u] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @inputs(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      tir.for %j = %c0 to %c4 {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected nothing in loop #0 around 'tir.block' "A" to write what it reads}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          memref.store %0, %t[%v] : memref<10xf32>
        }
      }
      // expected-note @below {{this op does}}
      memref.store %f, %x[%c0] : memref<10xf32>
      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<10xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<10xf32>
        memref.store %0, %y[%u] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @uses(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      %g = memref.load %y[%c0] : memref<8xf32>
      tir.for %j = %c0 to %c4 {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected what it uses to be made in front of loop #0 around 'tir.block' "A"}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          %1 = arith.addf %0, %g : f32
          memref.store %1, %t[%v] : memref<10xf32>
        }
      }

      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<10xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<10xf32>
        memref.store %0, %y[%u] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @branch(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    %go = arith.cmpi slt, %c0, %c1 : index
    tir.for %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      tir.if %go {
        tir.for %j = %c0 to %c2 {
          %p = arith.addi %i, %j : index
          // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected only loops around it in loop #0 around 'tir.block' "A"}}
          tir.block "A" iters(%v : spatial = %p in %c10) writes(%t : memref<10xf32>) {
            memref.store %f, %t[%v] : memref<10xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.rolling_buffer %a[0]
    transform.yield
  }
}
