// What loops cannot be fused or reordered, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @fuse_one(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot fuse loop #0 around 'tir.block' "B": expected two loops or more, found one}}
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
    %0 = transform.tir.fuse %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @fuse_more(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-note @below {{that loop is here}}
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot fuse loop #1 around 'tir.block' "B": expected it to be the only op in the loop around it}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c8) writes(%y : memref<8xf32>) {
          memref.store %f, %y[%v] : memref<8xf32>
        }
      }
      memref.store %f, %y[%i] : memref<8xf32>
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.fuse %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @fuse_bounds(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot fuse loop #1 around 'tir.block' "B": expected bounds that depend on no loop around it}}
      tir.for %j = %c0 to %i {
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
    %0 = transform.tir.fuse %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @fuse_start(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot fuse loop #0 around 'tir.block' "B": expected both loops to reduce, or a reduction that has steps; decompose it first}}
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %n {
        // expected-note @below {{the reduction is here}}
        tir.block "B" iters(%v : spatial = %i in %c8, %w : reduce = %j in %n) writes(%y : memref<8xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<8xf32>
          }
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    %0 = transform.tir.fuse %i, %j
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reorder_nest(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot reorder loop #1 around 'tir.block' "B": expected loops of one nest, each once, with nothing else between them}}
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c8) writes(%y : memref<8xf32>) {
          memref.store %f, %y[%v] : memref<8xf32>
        }
      }
      memref.store %f, %y[%i] : memref<8xf32>
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reorder %j, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reorder_kind(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot reorder loop #0 around 'tir.block' "B": expected a block in it that says that the order is free}}
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %c8 {
        // expected-note @below {{for this op}}
        tir.block "B" iters(%v : ordered = %i in %c8, %w : spatial = %j in %c8) writes(%y : memref<8xf32>) {
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
    transform.tir.reorder %j, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @reorder_carried(%y: memref<8xf32>, %z: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot reorder loop #0 around 'tir.block' "B": expected its blocks to share no element in different iterations}}
    tir.for %i = %c0 to %c8 {
      tir.for %j = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c8) writes(%y : memref<8xf32>) {
          // expected-note @below {{one access is here}}
          memref.store %f, %y[%v] : memref<8xf32>
        }
        %i1 = arith.addi %i, %j : index
        tir.block "C" iters(%v : spatial = %i1 in %n) reads(%y : memref<8xf32>) writes(%z : memref<8xf32>) {
          // expected-note @below {{the other is here}}
          %0 = memref.load %y[%v] : memref<8xf32>
          memref.store %0, %z[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.reorder %j, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @iters(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot reorder the iterators of 'tir.block' "B": expected each number below 1 once}}
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
    transform.tir.reorder_block_iter_var %b [1]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @unit(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-note @below {{the op is here}}
    %m = memref.alloc() : memref<4xf32>
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["memref.alloc"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects a handle of a 'tir.for' or a 'tir.block', found one of 'memref.alloc'}}
    %0 = transform.tir.add_unit_loop %m : !transform.any_op
    transform.yield
  }
}
