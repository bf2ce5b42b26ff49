// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu))' -split-input-file -verify-diagnostics

tir.func @other_bounds(%y: memref<8xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
    // expected-note @+1 {{the first loop is here}}
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
    }
    // expected-error @+1 {{binds thread axis "threadIdx.x" with another extent than the first loop of the kernel that does; make them equal}}
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    }
  }
  tir.return
}

// -----

tir.func @late_bounds(%y: memref<8xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-note @+1 {{the kernel starts here}}
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
    // expected-error @+1 {{binds thread axis "threadIdx.x" with bounds that its kernel computes; expected bounds that are known when the kernel starts}}
    tir.for thread_binding "threadIdx.x" %t = %c0 to %b {
    }
  }
  tir.return
}

// -----

tir.func @nested(%y: memref<8xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-note @+1 {{that loop is here}}
  tir.for thread_binding "threadIdx.x" %b = %c0 to %c4 {
    // expected-error @+1 {{binds thread axis "threadIdx.x", which a loop around it binds already}}
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    }
  }
  tir.return
}

// -----

tir.func @blocks_wait(%y: memref<8xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %i1 = arith.constant 1 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    // expected-error @+1 {{is bound to "blockIdx.x" in a kernel that goes on after it; expected nothing behind it, as blocks cannot wait for each other}}
    tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
      memref.store %i1, %y[%b] : memref<8xi32>
    }
    memref.store %i1, %y[%t] : memref<8xi32>
  }
  tir.return
}

// -----

tir.func @before_blocks(%y: memref<8xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %i1 = arith.constant 1 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    // expected-error @+1 {{expected in all loops over blocks of its kernel, as blocks cannot wait for each other; move it into the loops or out of the kernel}}
    memref.store %i1, %y[%t] : memref<8xi32>
    tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
      memref.store %i1, %y[%b] : memref<8xi32>
    }
  }
  tir.return
}

// -----

tir.func @parted(%y: memref<8xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %i1 = arith.constant 1 : i32
  tir.for thread_binding "threadIdx.y" %t = %c0 to %c4 {
    %0 = arith.cmpi eq, %t, %c0 : index
    // expected-note @+1 {{threads part here}}
    tir.if %0 {
      // expected-error @+1 {{needs the threads of a block to wait for each other where not all of them come}}
      memref.store %i1, %y[%t] : memref<8xi32>
      tir.for thread_binding "threadIdx.x" %b = %c0 to %c4 {
        memref.store %i1, %y[%b] : memref<8xi32>
      }
    }
  }
  tir.return
}

// -----

tir.func @large_buffer(%y: memref<?xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %y, %c0 : memref<?xi32>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %n {
    // expected-error @+1 {{makes a buffer of a size that is only known at run time, in a kernel; expected a constant size, found 'memref<?xi32>'}}
    %0 = memref.alloc(%n) : memref<?xi32>
  }
  tir.return
}

// -----

tir.func @device_buffer() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    // expected-error @+1 {{makes memory of the device in a kernel, expected memory that exists when it starts; make it before}}
    %0 = memref.alloc() : memref<4xi32, #gpu.address_space<global>>
  }
  tir.return
}

// -----

tir.func @two_kernels() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %i1 = arith.constant 1 : i32
  // expected-error @+1 {{makes memory of a kernel that more than one kernel or the host uses; expected uses in one kernel}}
  %0 = memref.alloc() : memref<4xi32, "shared">
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    memref.store %i1, %0[%t] : memref<4xi32, "shared">
  }
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    memref.store %i1, %0[%t] : memref<4xi32, "shared">
  }
  tir.return
}

// -----

tir.func @passed_on(%y: memref<8xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %i1 = arith.constant 1 : i32
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
    // expected-error @+1 {{gives a value that one thread computes to others, expected a buffer; pass it through one}}
    %0 = memref.atomic_rmw addi %i1, %y[%b] : (i32, memref<8xi32>) -> i32
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      memref.store %0, %y[%t] : memref<8xi32>
    }
  }
  tir.return
}

// -----

tir.func @foreign(%y: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f1 = arith.constant 1.0 : f32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
    // expected-error @+1 {{calls "erff" in a kernel, expected a function of the module there; call this one outside of the loops that are bound to threads}}
    %0 = tir.call_extern @erff(%f1) : (f32) -> f32
    memref.store %0, %y[%t] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func @blocks(%y: memref<8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
    // expected-error @+1 {{is left in a kernel, expected no blocks there; lower them first, with 'tir-convert-blocks-to-opaque' or a schedule}}
    tir.block "one" iters(%v : spatial = %t in %c8) writes(%y : memref<8xf32>) {
      %f1 = arith.constant 1.0 : f32
      memref.store %f1, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}

// -----

tir.func @too_many(%y: memref<64x33xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c33 = arith.constant 33 : index
  %c64 = arith.constant 64 : index
  %i1 = arith.constant 1 : i32
  // expected-error @+1 {{'gpu.launch' op of @too_many starts blocks of 2112 threads; expected at most 1024, which is what chips have}}
  tir.for thread_binding "threadIdx.y" %i = %c0 to %c64 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c33 {
      memref.store %i1, %y[%i, %t] : memref<64x33xi32>
    }
  }
  tir.return
}

// -----

// Also where kernels run as loops of the host, --emulate.
tir.func @shares(%y: memref<64xf64>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f64
  // expected-error @+1 {{'gpu.launch' op of @shares shares 240000 bytes among the threads of a block; expected at most 232448, which is what chips have}}
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c64 {
    %m = memref.alloc() : memref<30000xf64, "shared">
    memref.store %f, %m[%i] : memref<30000xf64, "shared">
    %0 = memref.load %m[%i] : memref<30000xf64, "shared">
    memref.store %0, %y[%i] : memref<64xf64>
  }
  tir.return
}

// -----

tir.func @rows(%y: memref<?x4xi32> {tir.dims = #relax.dims<[n, 4]>}) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %y, %c0 : memref<?x4xi32>
  %i1 = arith.constant 1 : i32
  tir.for thread_binding "threadIdx.y" %i = %c0 to %n {
    // expected-error @+1 {{makes a buffer for each thread along "threadIdx.y", expected a constant number of them; make it outside of that loop, or say who has it by a memory space}}
    %m = memref.alloc() : memref<4xi32>
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      memref.store %i1, %m[%t] : memref<4xi32>
    }
  }
  tir.return
}

// -----

tir.func @views(%y: memref<8x4xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %i1 = arith.constant 1 : i32
  tir.for thread_binding "threadIdx.y" %i = %c0 to %c8 {
    // expected-error @+1 {{makes a buffer for each thread along "threadIdx.y" that other threads share; expected loads and stores only, or a memory space}}
    %m = memref.alloc() : memref<4xi32>
    // expected-note @+1 {{it is used here}}
    %v = memref.cast %m : memref<4xi32> to memref<?xi32>
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      memref.store %i1, %v[%t] : memref<?xi32>
    }
  }
  tir.return
}

// -----

// A launch of a person's in a kernel that a schedule has made around it.
tir.func @launch_in_kernel(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-note @+1 {{the kernel is here}}
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
    // expected-error @+1 {{is in a kernel of @launch_in_kernel, expected no launches there; bind loops to threads in its place, or put it outside of loops}}
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %0 = memref.load %x[%i] : memref<4xf32>
      memref.store %0, %y[%i] : memref<4xf32>
      gpu.terminator
    }
  }
  tir.return
}

// -----

tir.func @blocks_of_text(%x: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{is annotated with 'nvvm.minctasm' "many"; expected a number of blocks from 1 to 32 that a multiprocessor has room for}}
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c4 annotations {nvvm.minctasm = "many"} {
  }
  tir.return
}

// -----

tir.func @too_many_blocks(%x: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{is annotated with 'nvvm.minctasm' 33 : i64; expected a number of blocks from 1 to 32 that a multiprocessor has room for}}
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c4 annotations {nvvm.minctasm = 33 : i64} {
  }
  tir.return
}
