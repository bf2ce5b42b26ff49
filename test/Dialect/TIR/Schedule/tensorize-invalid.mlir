// What blocks are no intrinsic, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot tensorize 'tir.block' "B_o": expected it to do the same as @twice}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        // expected-note @below {{here they differ}}
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  tir.func private @twice(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.block "twice" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %x[%v] : memref<4xf32>
        %1 = arith.mulf %0, %0 : f32
        memref.store %1, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %o, %r = transform.tir.split %i [?, 4]
    %u = transform.tir.blockize %r
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tensorize %u as @twice, @twice
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot tensorize 'tir.block' "B_o": expected parameters of @twice that are buffers of static shape}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  tir.func private @twice(%x: memref<?xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.block "twice" iters(%v : spatial = %i in %c4) reads(%x : memref<?xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %x[%v] : memref<?xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %o, %r = transform.tir.split %i [?, 4]
    %u = transform.tir.blockize %r
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tensorize %u as @twice, @twice
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot tensorize 'tir.block' "B_o": expected @twice and @other to have the same parameters}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  tir.func private @twice(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.block "twice" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %x[%v] : memref<4xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  tir.func private @other(%x: memref<5xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.block "other" iters(%v : spatial = %i in %c4) reads(%x : memref<5xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %x[%v] : memref<5xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %o, %r = transform.tir.split %i [?, 4]
    %u = transform.tir.blockize %r
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tensorize %u as @twice, @other
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{cannot tensorize 'tir.block' "B_o": expected @fill to use its parameter #0}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  tir.func private @fill(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c4 {
      tir.block "fill" iters(%v : spatial = %i in %c4) writes(%y : memref<4xf32>) {
        memref.store %f, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  tir.func private @twice(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.block "twice" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %x[%v] : memref<4xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %o, %r = transform.tir.split %i [?, 4]
    %u = transform.tir.blockize %r
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tensorize %u as @fill, @twice
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-note @below {{it is for this block}}
    tir.for %i = %c0 to %c8 {
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  tir.func private @twice(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.block "twice" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
        %0 = memref.load %x[%v] : memref<4xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<4xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %o, %r = transform.tir.split %i [?, 4]
    %u = transform.tir.blockize %r
    // expected-error @below {{names the intrinsic @none, expected a 'tir.func' of that name in the program}}
    transform.tir.tensorize %u as @twice, @none
    transform.yield
  }
}
