// RUN: relax-opt %s --convert-tir-to-scf -split-input-file -verify-diagnostics

tir.func private @device(%a: memref<4xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{is bound to the thread axis "threadIdx.x", which a CPU does not have, expected a loop without threads; schedule the function for the CPU}}
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
  }
  tir.return
}

// -----

tir.func private @packed(%a: memref<4xf32>) attributes {num_inputs = 0} {
  // expected-error @+1 {{calls a packed function and takes 1 results of it, expected it to give them in buffers}}
  %0 = tir.call_extern @my.sum(%a) {packed} : (memref<4xf32>) -> i32
  tir.return
}

// -----

tir.func private @copied(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'relax.call_tir' op calls a tensor program, which would become a 'func.func'; lower the call first, with 'convert-relax-to-runtime'}}
  %0 = relax.call_tir @copied(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// A person's launch, and no GPU to compile for.
// expected-note @+1 {{the tensor program is here}}
tir.func private @launches(%x: memref<4xf32>) attributes {num_inputs = 0} {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'gpu.launch' op of @launches is in a tensor program for a CPU, expected loops in its place; compile it for a GPU, as with --target=sm_90, or outline the kernel first, with 'gpu-kernel-outlining'}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  tir.return
}

// -----

tir.func private @unknown_stride(%a: memref<?x4xf32>, %n: index) attributes {num_inputs = 0} {
  // expected-error @+1 {{'memref.alloc' op has type 'memref<?x4xf32, strided<[9, 1]>>', expected sizes and strides that are numbers, and a start at 0, in a buffer that is not contiguous}}
  %b = memref.alloc(%n) : memref<?x4xf32, strided<[9, 1]>>
  tir.return
}
