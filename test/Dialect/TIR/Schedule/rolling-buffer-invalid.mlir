// Buffers that do not roll, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @number(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
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
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected a number of its written buffers, found #1}}
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
    transform.tir.rolling_buffer %a[1]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @in_no_loop(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<10xf32>
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {

      tir.for %j = %c0 to %c4 {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected its written buffer #0 to be made in a loop}}
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
  tir.func private @at_once(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for parallel %i = %c0 to %c8 {
      %t = memref.alloc() : memref<10xf32>
      tir.for %j = %c0 to %c4 {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": loop #0 around 'tir.block' "A" is 'parallel', expected iterations that run one by one}}
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
  tir.func private @size(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %c10 = arith.constant 10 : index
    tir.for %i = %c0 to %c8 {
      %s = arith.addi %i, %c4 : index
      %t = memref.alloc(%s) : memref<?xf32>
      tir.for %j = %c0 to %c4 {
        %p = arith.addi %i, %j : index
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected a size of its written buffer #0 that does not depend on loop #0 around 'tir.block' "A"}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<?xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          memref.store %0, %t[%v] : memref<?xf32>
        }
      }

      tir.block "B" iters(%u : spatial = %i in %c8) reads(%t : memref<?xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%u] : memref<?xf32>
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
  tir.func private @stored(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
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
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected the buffer to be only stored to in it, and loaded from elsewhere}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          memref.store %0, %t[%v] : memref<10xf32>
        }
      }
      // expected-note @below {{this op uses it as well}}
      memref.store %f, %t[%c0] : memref<10xf32>
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
  tir.func private @kind(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
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
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected its iterator #0 to be spatial, found 'ordered'}}
        tir.block "A" iters(%v : ordered = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
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
  tir.func private @place(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
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
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected it to write the buffer at its iterators, each one index}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          %q = arith.muli %v, %c1 : index
          memref.store %0, %t[%q] : memref<10xf32>
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
  tir.func private @condition(%x: memref<10xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
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
        // expected-error @below {{cannot roll a buffer of 'tir.block' "A": expected it to write under no condition}}
        tir.block "A" iters(%v : spatial = %p in %c10) reads(%x : memref<10xf32>) writes(%t : memref<10xf32>) {
          %0 = memref.load %x[%v] : memref<10xf32>
          %q = arith.cmpf olt, %0, %f : f32
          tir.if %q {
            memref.store %0, %t[%v] : memref<10xf32>
          }
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
