// What annotations and places of buffers are rejected, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @has(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot annotate 'tir.block' "B": expected no annotation "hint" already; take it away first}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) annotations {hint} {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.annotate "hint" = 1 : i64 at %b : !transform.op<"tir.block">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @has_not(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot unannotate loop #0 around 'tir.block' "B": expected an annotation "hint"}}
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
    transform.tir.unannotate "hint" at %i : !transform.op<"tir.for">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @number(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot set the scope of 'tir.block' "B": expected a number of its written buffers, found #1}}
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
    transform.tir.set_scope %b[1] "shared"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @outside(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot set the scope of 'tir.block' "B": expected its written buffer #0 to be made in the function}}
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
    transform.tir.set_scope %b[0] "shared"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @scope(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %m = memref.alloc() : memref<8x4xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot set the scope of 'tir.block' "B": expected the scope "global", "shared" or "local", found "wmma"}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%m : memref<8x4xf32>) {
        memref.store %f, %m[%v, %c0] : memref<8x4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.set_scope %b[0] "wmma"
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @axis_last(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %m = memref.alloc() : memref<8x4xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot align the storage of 'tir.block' "B": expected an axis behind axis 1 of 'memref<8x4xf32>'}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%m : memref<8x4xf32>) {
        memref.store %f, %m[%v, %c0] : memref<8x4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.storage_align %b[0] axis = 1 factor = 8 offset = 0
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @factor(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %m = memref.alloc() : memref<8x4xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot align the storage of 'tir.block' "B": expected a factor from 1 to 4096 and an offset below it, found 8 and 8}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%m : memref<8x4xf32>) {
        memref.store %f, %m[%v, %c0] : memref<8x4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.storage_align %b[0] axis = 0 factor = 8 offset = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @align_symbolic(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %m = memref.alloc(%n) : memref<8x?xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot align the storage of 'tir.block' "B": expected constant extents behind axis 0 of 'memref<8x?xf32>'}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%m : memref<8x?xf32>) {
        memref.store %f, %m[%v, %c0] : memref<8x?xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.storage_align %b[0] axis = 0 factor = 8 offset = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @align_user(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %m = memref.alloc() : memref<8x4xf32>
    // expected-note @below {{this op does otherwise}}
    %d = memref.dim %m, %c0 : memref<8x4xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot align the storage of 'tir.block' "B": expected only loads and stores to use the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%m : memref<8x4xf32>) {
        memref.store %f, %m[%v, %c0] : memref<8x4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.storage_align %b[0] axis = 0 factor = 8 offset = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @align_none(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %m = memref.alloc() : memref<8x3x4xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot align the storage of 'tir.block' "B": expected a size of axis 1 that gives a stride of 1 modulo 8}}
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%m : memref<8x3x4xf32>) {
        memref.store %f, %m[%v, %c0, %c0] : memref<8x3x4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.storage_align %b[0] axis = 0 factor = 8 offset = 1
    transform.yield
  }
}
