// What kinds of loops are rejected, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @again(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot parallelize loop #0 around 'tir.block' "B": expected a serial loop, found 'vectorized'; a loop gets a kind once}}
    tir.for vectorized %i = %c0 to %c8 {
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
    transform.tir.parallel %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reduces(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot parallelize loop #0 around 'tir.block' "B": expected every effect in a block that has the index in a spatial iterator, and in no other}}
    tir.for %i = %c0 to %c8 {
      // expected-note @below {{this op is elsewhere}}
      tir.block "B" iters(%v : reduce = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.parallel %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @loose(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot vectorize loop #0 around 'tir.block' "B": expected every effect in a block that has the index in a spatial iterator, and in no other}}
    tir.for %i = %c0 to %c8 {
      // expected-note @below {{this op is elsewhere}}
      memref.store %f, %y[%c0] : memref<8xf32>
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
    transform.tir.vectorize %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @race(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot parallelize loop #0 around 'tir.block' "B": expected its iterations to touch different elements, or to read them only}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        // expected-note @below {{one access is here}}
        // expected-note @below {{the other is here}}
        memref.store %f, %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.parallel %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @unknown(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot parallelize loop #0 around 'tir.block' "B": expected only ops in its blocks whose accesses to memory are known}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
        tir.call_extern @f() : () -> ()
      }
      tir.block "C" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.parallel %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @extent(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot vectorize loop #0 around 'tir.block' "B": expected a constant extent, found parameter #1; split it first}}
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
    transform.tir.vectorize %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @unroll(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot unroll loop #0 around 'tir.block' "B": expected a constant extent of at most 1024, found none; split it first}}
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
    transform.tir.unroll %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @axis(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot bind loop #0 around 'tir.block' "B": expected an axis of a GPU, as blockIdx.x or threadIdx.y, found "lane"}}
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
    transform.tir.bind %i "lane"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @nested(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-note @below {{that loop is here}}
    tir.for thread_binding "threadIdx.x" %i = %c0 to %c8 {
      // expected-error @below {{cannot bind loop #1 around 'tir.block' "B": a loop around or inside it is threadIdx.x already}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c8) writes(%y : memref<8xf32>) {
          memref.store %f, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind %j "threadIdx.x"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @disagree(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot bind loop #1 around 'tir.block' "B": its kernel has another extent for threadIdx.x}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c8) writes(%y : memref<8xf32>) {
          memref.store %f, %y[%v] : memref<8xf32>
        }
      }
      // expected-note @below {{that loop is here}}
      tir.for thread_binding "threadIdx.x" %k = %c0 to %c4 {
        tir.block "C" iters(%v : spatial = %k in %c4) writes(%y : memref<8xf32>) {
          memref.store %f, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind %j "threadIdx.x"
    transform.yield
  }
}
