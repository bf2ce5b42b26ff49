// What loops cannot be partitioned, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @part_kind(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot partition loop #0 around 'tir.block' "B": expected a serial loop, found 'unrolled'; do it before}}
    tir.for unrolled %i = %c0 to %c8 {
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
    %0:2 = transform.tir.loop_partition %i [4, 4]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part_one(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot partition loop #0 around 'tir.block' "B": expected two sizes or more, found 1}}
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
    %0 = transform.tir.loop_partition %i [8]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part_open(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot partition loop #0 around 'tir.block' "B": expected at most one open size, '?', found two}}
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
    %0:2 = transform.tir.loop_partition %i [?, ?]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part_size(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot partition loop #0 around 'tir.block' "B": expected sizes from 0 to 2147483648, found -1}}
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
    %0:2 = transform.tir.loop_partition %i [-1, ?]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part_symbolic(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot partition loop #0 around 'tir.block' "B": expected a constant extent, found parameter #1; leave one size open, '?'}}
    tir.for %i = %c0 to %n {
      tir.block "B" iters(%v : spatial = %i in %n) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0:2 = transform.tir.loop_partition %i [4, 4]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part_sum(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot partition loop #0 around 'tir.block' "B": its parts have 7 iterations, expected its extent, 8}}
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
    %0:2 = transform.tir.loop_partition %i [4, 3]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @part_start(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot partition loop #0 around 'tir.block' "B": expected no reduction in it, found 'tir.block' "B", as each part would start it again; decompose the reduction first}}
    tir.for %i = %c0 to %c8 {
      // expected-note @below {{the reduction is here}}
      tir.block "B" iters(%v : reduce = %i in %c8) writes(%y : memref<8xf32>) {
        tir.init {
          memref.store %f, %y[%c0] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0:2 = transform.tir.loop_partition %i [4, 4]
    transform.yield
  }
}
