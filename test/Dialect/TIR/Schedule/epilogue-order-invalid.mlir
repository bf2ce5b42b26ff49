// What is not joined to a reduction for its place, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @a_part(%x: memref<4x8xf32>, %w: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4xf32>
    tir.for %i = %c0 to %c2 {
      tir.for %k = %c0 to %c8 {
        tir.block "S" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot fuse, into a reduction, 'tir.block' "E": expected loops of 'tir.block' "S" that provably run it for all values of its iterators}}
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%t, %w : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %t[%v] : memref<4xf32>
        %1 = memref.load %w[%v] : memref<4xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.fuse_reduction_epilogue %s, %e
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @order(%x: memref<4x8xf32>, %w: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4xf32>
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot fuse, into a reduction, 'tir.block' "E": 'tir.block' "S" is expected before it}}
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%t, %w : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %t[%v] : memref<4xf32>
        %1 = memref.load %w[%v] : memref<4xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%v] : memref<4xf32>
      }
    }
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        tir.block "S" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.fuse_reduction_epilogue %s, %e
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @passed(%x: memref<4x8xf32>, %w: memref<4xf32>, %z: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4xf32>
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        tir.block "S" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    tir.for %i = %c0 to %c4 {
      tir.block "O" iters(%v : spatial = %i in %c4) writes(%w : memref<4xf32>) {
        // expected-note @below {{this op does}}
        memref.store %f, %w[%v] : memref<4xf32>
      }
    }
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot fuse, into a reduction, 'tir.block' "E": expected nothing in between that touches what it reads or writes}}
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%t, %w : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %t[%v] : memref<4xf32>
        %1 = memref.load %w[%v] : memref<4xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.fuse_reduction_epilogue %s, %e
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @scope(%x: memref<4x8xf32>, %w: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4xf32>
    tir.for %j = %c0 to %c1 {
      tir.block "outer" iters(%q : spatial = %j in %c1) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
        tir.for %i = %c0 to %c4 {
          tir.for %k = %c0 to %c8 {
            tir.block "S" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
              tir.init {
                memref.store %f, %t[%v] : memref<4xf32>
              }
              %0 = memref.load %x[%v, %r] : memref<4x8xf32>
              %1 = memref.load %t[%v] : memref<4xf32>
              %2 = arith.addf %1, %0 : f32
              memref.store %2, %t[%v] : memref<4xf32>
            }
          }
        }
      }
    }
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot fuse, into a reduction, 'tir.block' "E": 'tir.block' "S" is elsewhere, expected in the same function or block}}
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%t, %w : memref<4xf32>, memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %t[%v] : memref<4xf32>
        %1 = memref.load %w[%v] : memref<4xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.fuse_reduction_epilogue %s, %e
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @uses(%x: memref<4x8xf32>, %w: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4xf32>
    tir.for %i = %c0 to %c4 {
      tir.for %k = %c0 to %c8 {
        tir.block "S" iters(%v : spatial = %i in %c4, %r : reduce = %k in %c8) reads(%x : memref<4x8xf32>) writes(%t : memref<4xf32>) {
          tir.init {
            memref.store %f, %t[%v] : memref<4xf32>
          }
          %0 = memref.load %x[%v, %r] : memref<4x8xf32>
          %1 = memref.load %t[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %t[%v] : memref<4xf32>
        }
      }
    }
    %g = memref.load %w[%c0] : memref<4xf32>
    tir.for %i = %c0 to %c4 {
      // expected-error @below {{cannot fuse, into a reduction, 'tir.block' "E": expected what it uses to be available in 'tir.block' "S"}}
      tir.block "E" iters(%v : spatial = %i in %c4) reads(%t : memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %t[%v] : memref<4xf32>
        %2 = arith.addf %0, %g : f32
        memref.store %2, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "S" in %root : !transform.any_op
    %e = transform.tir.get_block "E" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.fuse_reduction_epilogue %s, %e
    transform.yield
  }
}
