// Requests that cannot be granted.
// RUN: relax-opt %s --tir-apply-schedule-requests --split-input-file --verify-diagnostics

tir.func private @split(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{cannot split a loop without blocks: expected pieces of at least 1 iteration, found 0}}
  tir.for %i = %n to %n annotations {split = 0} {
  }
  // expected-error @below {{expects 'split' to be an integer, found "x"}}
  tir.for %i = %n to %n annotations {split = "x"} {
  }
  // expected-error @below {{cannot split a loop without blocks: expected a serial loop, found 'parallel'; do it before}}
  tir.for parallel %i = %n to %n annotations {split = 2} {
  }
  tir.return
}

// -----

tir.func private @fuse(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{cannot fuse a loop with the one in it: expected it to hold that loop alone}}
  tir.for %i = %n to %n annotations {fuse} {
  }
  tir.for %i = %n to %n annotations {fuse} {
    // expected-error @below {{cannot fuse a loop without blocks: expected bounds that depend on no loop around it}}
    tir.for %j = %i to %n {
    }
  }
  tir.return
}

// -----

tir.func private @reorder(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
  %f = arith.constant 0.0 : f32
  // expected-error @below {{cannot reorder a loop without blocks: expected a block in it that says that the order is free}}
  tir.for %i = %n to %n annotations {reorder} {
    tir.for %j = %n to %n {
      // expected-note @below {{for this op}}
      memref.store %f, %y[%i] : memref<8xf32>
    }
  }
  tir.return
}

// -----

tir.func private @parallel(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
  %f = arith.constant 0.0 : f32
  // expected-error @below {{cannot parallelize loop #0 around 'tir.block' "x": expected every effect in a block that has the index in a spatial iterator, and in no other}}
  tir.for %i = %n to %n annotations {parallel} {
    // expected-note @below {{this op is elsewhere}}
    tir.block "x" iters(%v : reduce = %i in %n) writes(%y : memref<8xf32>) {
      memref.store %f, %y[%n] : memref<8xf32>
    }
  }
  // expected-error @below {{cannot vectorize a loop without blocks: expected a constant extent, found parameter #1; split it first}}
  tir.for %i = %n to %n annotations {vectorize} {
  }
  // expected-error @below {{cannot unroll a loop without blocks: expected a constant extent of at most 1024, found none; split it first}}
  tir.for %i = %n to %n annotations {unroll} {
  }
  tir.return
}

// -----

tir.func private @blocks(%y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
  %f = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    // expected-error @below {{cannot inline 'tir.block' "x": it must fill a 'memref.alloc' element by element, and only later blocks may read it}}
    tir.block "x" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) annotations {inline} {
      memref.store %f, %y[%v] : memref<8xf32>
    }
  }
  tir.for %i = %c8 to %c8 {
    // expected-error @below {{is expected in a plain nest of loops: expected loops that start at 0, found 8}}
    tir.block "y" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) annotations {simplify} {
      memref.store %f, %y[%v] : memref<8xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    // expected-error @below {{cannot decompose 'tir.block' "z": expected loops that drive reducing iterators or others, not both}}
    tir.block "z" iters(%v : spatial = %i in %c8, %w : reduce = %i in %c8) writes(%y : memref<8xf32>) annotations {decompose} {
      tir.init {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
  }
  tir.return
}

// -----

tir.func private @iters(%y: memref<8xf32>) attributes {num_inputs = 0} {
  %f = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    // expected-error @below {{cannot drop iterator #0 of 'tir.block' "x": expected an extent of 1}}
    tir.block "x" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) annotations {drop = array<i64: 0>} {
      memref.store %f, %y[%v] : memref<8xf32>
    }
  }
  tir.for %i = %c0 to %c8 {
    tir.for %j = %c0 to %c8 {
      // expected-error @below {{cannot fuse iterators #0 and #1 of 'tir.block' "y": expected them to walk through each buffer as one}}
      tir.block "y" iters(%v : spatial = %i in %c8, %w : spatial = %j in %c8) writes(%y : memref<8xf32>) annotations {fuse_iters = array<i64: 0, 1>} {
        memref.store %f, %y[%v] : memref<8xf32>
      }
    }
  }
  tir.for %i = %c0 to %c8 {
    // expected-error @below {{expects numbers of 1 of its iterators, found array<i64: 3>}}
    tir.block "z" iters(%v : spatial = %i in %c8) writes(%y : memref<8xf32>) annotations {drop = array<i64: 3>} {
      memref.store %f, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}
