// Decisions that are none, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    // expected-error @below {{cannot sample a tile of loop #0 around 'tir.block' "B": expected a constant extent from 1 to 2^40}}
    tir.for %i = %c0 to %n {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0, %1 = transform.tir.sample_perfect_tile %i max_innermost = 4 seed = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    // expected-error @below {{cannot sample a tile of loop #0 around 'tir.block' "B": its one factor is 8, expected at most 4}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.sample_perfect_tile %i max_innermost = 4 seed = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    // expected-error @below {{cannot sample a tile of loop #0 around 'tir.block' "B": expected a decision that makes its extent, 8}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0, %1 = transform.tir.sample_perfect_tile %i max_innermost = 4 seed = 1 decision = [3, 4]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    // expected-error @below {{cannot sample a tile of loop #0 around 'tir.block' "B": its extent is 8, expected a multiple of 3}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0, %1 = transform.tir.sample_partitioned_tile %i inner = 1 factor = 3 seed = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-error @below {{'transform.tir.sample_perfect_tile' op has a decision of 3 factors, expected 2}}
    %0, %1 = transform.tir.sample_perfect_tile %i max_innermost = 4 seed = 1 decision = [1, 2, 4]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-error @below {{'transform.tir.sample_perfect_tile' op gives no factor; expected a result for each}}
    transform.tir.sample_perfect_tile %i max_innermost = 4 seed = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-error @below {{'transform.tir.sample_partitioned_tile' op names factor #2, expected one of its 2}}
    %0, %1 = transform.tir.sample_partitioned_tile %i inner = 2 factor = 2 seed = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-error @below {{'transform.tir.sample_categorical' op has 1 weights, expected one for each of 2 numbers}}
    %0 = transform.tir.sample_categorical [1, 2] weights = [1.0] seed = 1
    transform.yield
  }
}

// -----

// A prime.
module attributes {transform.with_named_sequence} {
  tir.func private @many(%y: memref<f32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 2305843009213693951 : index
    %f = arith.constant 0.0 : f32
    // expected-error @below {{cannot sample a tile of loop #0 around 'tir.block' "B": expected a constant extent from 1 to 2^40}}
    tir.for %i = %c0 to %n {
      tir.block "B" iters(%v : reduce = %i in %n) writes(%y : memref<f32>) {
        memref.store %f, %y[] : memref<f32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0, %1 = transform.tir.sample_perfect_tile %i max_innermost = 1000000000000 seed = 1
    transform.yield
  }
}
