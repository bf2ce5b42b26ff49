// RUN: relax-opt %s --tir-inject-software-pipeline --split-input-file --verify-diagnostics
// RUN: relax-opt %s --tir-inject-software-pipeline=skip-rejected --split-input-file 2>&1 | FileCheck %s
// CHECK: remark: stays as it is: 'tir.for' op cannot be a pipeline: expected a list of integers

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected a list of integers as "software_pipeline_order", found none; give it together with "software_pipeline_stage"}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_stage = [0, 1]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected a list of integers as "software_pipeline_stage", found none; give it together with "software_pipeline_order"}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected a list of integers as "software_pipeline_stage", found [0, "one"]}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, "one"]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected a stage for each of its 2 statements, found 3}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1, 1]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    // expected-note @below {{statement #0 is here}}
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    // expected-note @below {{statement #1 is here}}
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected stages from 0 to 31, found 32}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 32]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected stages from 0 to 31, found -1}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [-1, 0]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected an order that gives its 2 statements places from 0 on, each another one, found [0, 0]}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 0], software_pipeline_stage = [0, 1]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected a serial loop, found 'parallel': a pipeline takes its iterations one by one}}
  tir.for parallel %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected no blocks in it, found 'tir.block' "b"; lower them first, with 'tir-convert-blocks-to-opaque'}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0], software_pipeline_stage = [0]} {
    // expected-note @below {{one is here}}
    tir.block "b" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
      %0 = memref.load %x[%v] : memref<8xf32>
      memref.store %0, %y[%v] : memref<8xf32>
    }
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected stages and an order that keep statement #1 behind statement #0, which touches the same memory before it}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [1, 0], software_pipeline_stage = [0, 0]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    // expected-note @below {{statement #0 is here}}
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    // expected-note @below {{statement #1 is here}}
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected stages and an order that keep statement #1 behind statement #0, which touches the same memory before it}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [1, 0]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    // expected-note @below {{statement #0 is here}}
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    // expected-note @below {{statement #1 is here}}
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected stages and an order that keep statement #0 of an iteration behind statement #1 of the one before, which touches the same memory; make the memory in the loop}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
    %0 = memref.load %y[%c0] : memref<8xf32>
    %t = memref.alloc() : memref<1xf32>
    // expected-note @below {{statement #0 is here}}
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    // expected-note @below {{statement #1 is here}}
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: statement #1 uses a value that was loaded before statement #0 wrote there, expected a buffer; load it into one}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
    // expected-note @below {{the value is loaded here}}
    %0 = memref.load %y[%c0] : memref<8xf32>
    %1 = memref.load %x[%i] : memref<8xf32>
    memref.store %1, %y[%i] : memref<8xf32>
    memref.store %0, %x[%c0] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: statement #1 uses a value that another statement gives, expected a buffer; pass it through one}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
    // expected-note @below {{the value is made here}}
    %t = memref.alloca() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected sizes of its buffers that are known before the loop, found a loop; make them there}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0], software_pipeline_stage = [0]} {
    // expected-note @below {{the buffer is made here}}
    %t = memref.alloc(%i) : memref<?xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<?xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected no view of a buffer that it makes, found 'memref.subview', as iterations cannot have versions of it; use the buffer itself}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0], software_pipeline_stage = [0]} {
    %t = memref.alloc() : memref<8xf32>
    // expected-note @below {{the view is here}}
    %v = memref.subview %t[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %v[%c0] : memref<4xf32, strided<[1], offset: 2>>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected a statement in stage 2, which is asynchronous}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1], software_pipeline_async_stages = [2]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'tir.for' op cannot be a pipeline: expected it in a loop over threads, found none, as it has stages of async copies; put it into one}}
  tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]} {
    %t = memref.alloc() : memref<1xf32>
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%c0] : memref<1xf32>
    %1 = memref.load %t[%c0] : memref<1xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
    // expected-error @below {{'tir.for' op cannot be a pipeline: statement #0 is in stage 0, whose copies are not waited for; expected a copy of elements from global memory to a shared buffer that the loop makes}}
    tir.for %i = %c0 to %c8 annotations {software_pipeline_async_stages = [0], software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
      %s = memref.alloc() : memref<8xf32, "local">
      %0 = memref.load %x[%i] : memref<8xf32>
      // expected-note @below {{the statement is here}}
      memref.store %0, %s[%t] : memref<8xf32, "local">
      %1 = memref.load %s[%t] : memref<8xf32, "local">
      memref.store %1, %y[%i] : memref<8xf32>
    }
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
    // expected-error @below {{'tir.for' op cannot be a pipeline: statement #0 is in stage 0, whose copies are not waited for; expected a copy of elements from global memory to a shared buffer that the loop makes}}
    tir.for %i = %c0 to %c8 annotations {software_pipeline_async_stages = [0], software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
      %s = memref.alloc() : memref<8xf32, "shared">
      %0 = memref.load %x[%i] : memref<8xf32>
      %2 = arith.addf %0, %0 : f32
      // expected-note @below {{the statement is here}}
      memref.store %2, %s[%t] : memref<8xf32, "shared">
      %1 = memref.load %s[%t] : memref<8xf32, "shared">
      memref.store %1, %y[%i] : memref<8xf32>
    }
  }
  tir.return
}

// -----

tir.func private @f(%x: memref<8xf16>, %y: memref<8xf16>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
    // expected-error @below {{'tir.for' op cannot be a pipeline: statement #0 copies 1 of 'f16' at a time, expected 4, 8 or 16 bytes of an async copy; vectorize the loop over neighbours}}
    tir.for %i = %c0 to %c8 annotations {software_pipeline_async_stages = [0], software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
      %s = memref.alloc() : memref<8xf16, "shared">
      %0 = memref.load %x[%i] : memref<8xf16>
      // expected-note @below {{the copy is here}}
      memref.store %0, %s[%t] : memref<8xf16, "shared">
      %1 = memref.load %s[%t] : memref<8xf16, "shared">
      memref.store %1, %y[%i] : memref<8xf16>
    }
  }
  tir.return
}
