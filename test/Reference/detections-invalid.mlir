// What a program may not do, each found where it happens.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func @out_of_bounds(%y: memref<2x3xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 1.0 : f32
  // expected-error @+1 {{is out of bounds: index 3 along axis 1, expected one within a buffer of 2x3xf32}}
  memref.store %f, %y[%c0, %c3] : memref<2x3xf32>
  tir.return
}

tir.func @negative_index(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  %c = arith.constant -1 : index
  // expected-error @+1 {{is out of bounds: index -1 along axis 0}}
  %0 = memref.load %y[%c] : memref<2xf32>
  tir.return
}

tir.func @uninitialized(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{reads what nobody has written: element 1 of a buffer of 4xf32}}
  %0 = memref.load %m[%c1] : memref<4xf32>
  memref.store %0, %y[%c1] : memref<2xf32>
  tir.return
}

// Copying is no use: what was not written stays so.
tir.func @copied(%y: memref<f32>) attributes {num_inputs = 0 : i64} {
  %m = memref.alloc() : memref<f32>
  memref.copy %m, %y : memref<f32> to memref<f32>
  // expected-error @+1 {{reads what nobody has written}}
  %0 = memref.load %y[] : memref<f32>
  tir.return
}

tir.func @use_after_free() attributes {num_inputs = 0 : i64} {
  %f = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<f32>
  memref.dealloc %m : memref<f32>
  // expected-error @+1 {{uses memory that was freed}}
  memref.store %f, %m[] : memref<f32>
  tir.return
}

tir.func @double_free() attributes {num_inputs = 0 : i64} {
  %m = memref.alloc() : memref<f32>
  memref.dealloc %m : memref<f32>
  // expected-error @+1 {{frees memory that was freed}}
  memref.dealloc %m : memref<f32>
  tir.return
}

tir.func @copy_of_freed() attributes {num_inputs = 0 : i64} {
  %m = memref.alloc() : memref<f32>
  %n = memref.alloc() : memref<f32>
  memref.dealloc %m : memref<f32>
  // expected-error @+1 {{uses memory that was freed}}
  memref.copy %m, %n : memref<f32> to memref<f32>
  tir.return
}

tir.func @race_of_writes(%y: memref<f32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tir.for parallel %i = %c0 to %c2 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    // expected-error @+2 {{is a data race: another iteration of a parallel loop, or another thread, writes the same element}}
    // expected-note @+1 {{the other access is here}}
    memref.store %f, %y[] : memref<f32>
  }
  tir.return
}

tir.func @race_of_read_and_write(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  tir.for %i = %c0 to %c4 {
    memref.store %f, %y[%i] : memref<4xf32>
  }
  tir.for parallel %i = %c0 to %c3 {
    %j = arith.addi %i, %c1 : index
    // expected-note @+1 {{the other access is here}}
    %0 = memref.load %y[%j] : memref<4xf32>
    // expected-error @+1 {{another thread, reads the same element}}
    memref.store %0, %y[%i] : memref<4xf32>
  }
  tir.return
}

// Blocks of a device race as well.
tir.func @race_of_blocks(%y: memref<f32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c2 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    // expected-error @+2 {{is a data race}}
    // expected-note @+1 {{the other access is here}}
    memref.store %f, %y[] : memref<f32>
  }
  tir.return
}

// Before the barrier, the neighbour is not there yet.
tir.func @race_before_barrier(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<4xf32, 3>
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
    // expected-note @+1 {{the other access is here}}
    memref.store %f, %m[%i] : memref<4xf32, 3>
    %j = arith.subi %c3, %i : index
    %k = arith.minui %j, %i : index
    // expected-error @+1 {{is a data race}}
    %0 = memref.load %m[%k] : memref<4xf32, 3>
    gpu.barrier
    memref.store %0, %y[%i] : memref<4xf32>
  }
  tir.return
}

tir.func @divergent_barrier() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
    %p = arith.cmpi eq, %i, %c0 : index
    tir.if %p {
      // expected-error @+1 {{is a divergent barrier: only 1 thread reaches it, expected all; another ends without it}}
      gpu.barrier
    }
  }
  tir.return
}

tir.func @other_barrier() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
    %p = arith.cmpi ult, %i, %c0 : index
    tir.if %p {
      gpu.barrier
    } else {
      %q = arith.cmpi eq, %i, %c0 : index
      tir.if %q {
        // expected-error @+1 {{is a divergent barrier: only 1 thread reaches it, expected all; another waits at another barrier}}
        gpu.barrier
      } else {
        gpu.barrier
      }
    }
  }
  tir.return
}

tir.func private @meet() attributes {num_inputs = 0 : i64} {
  gpu.barrier
  tir.return
}
tir.func @barrier_in_callee() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{expected no barrier in a function that its threads call, found one}}
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
    // expected-note @+1 {{called from here}}
    tir.call_extern @meet() : () -> ()
    gpu.barrier
  }
  tir.return
}

tir.func @too_many_threads() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c = arith.constant 100000 : index
  // expected-error @+1 {{expects at most 65536 threads}}
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c {
    gpu.barrier
  }
  tir.return
}

tir.func @iterator() attributes {num_inputs = 0 : i64} {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{binds iterator #0 to 4, expected 0 to 3}}
  tir.block "b" iters(%v : spatial = %c4 in %c4) {
  }
  tir.return
}

tir.func @assertion() attributes {num_inputs = 0 : i64} {
  %false = arith.constant false
  // expected-error @+1 {{does not hold: the number of rows is even}}
  tir.assert %false, "the number of rows is even"
  tir.return
}

tir.func @too_large() attributes {num_inputs = 0 : i64} {
  %c = arith.constant 1099511627776 : index
  // expected-error @+1 {{needs a buffer of 4398046511104 bytes, the limit is 4294967296}}
  %m = memref.alloc(%c) : memref<?xf32>
  tir.return
}

tir.func @absurd() attributes {num_inputs = 0 : i64} {
  %c = arith.constant -4 : index
  // expected-error @+1 {{needs a buffer of absurd size, the limit is 4294967296}}
  %m = memref.alloc(%c) : memref<?xf32>
  tir.return
}

tir.func @no_such_axis() attributes {num_inputs = 0 : i64} {
  %c2 = arith.constant 2 : index
  %m = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{asks for axis 2, expected one of a buffer of rank 1}}
  %0 = memref.dim %m, %c2 : memref<4xf32>
  tir.return
}
