// What blocks do not move to their consumers: places.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @used(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected its result to be read only, and only in loop #0 around 'tir.block' "B"}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "C" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%x : memref<8xf32>) {
        // expected-note @below {{this op uses it as well}}
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %x[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @unread(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected something in loop #0 around 'tir.block' "B" to read its result}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @extent(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xindex>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      %s = memref.load %z[%c0] : memref<8xindex>
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected what it uses to be computable in loop #0 around 'tir.block' "B"}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%s] : memref<8xf32>
        memref.store %0, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @before(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": 'tir.block' "A" is expected before loop #0 around 'tir.block' "B"}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @passed(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %t = memref.alloc() : memref<8xf32>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": expected nothing in between that touches what it reads or writes}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "C" iters(%v : spatial = %i in %c8) writes(%x : memref<8xf32>) {
        %1 = arith.addf %f, %f : f32
        // expected-note @below {{this op does}}
        memref.store %1, %x[%v] : memref<8xf32>
      }
    }
    tir.for %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @shared(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot move the computation of 'tir.block' "A": loop #0 around 'tir.block' "B" is run by threads, which share the buffer}}
      tir.block "A" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%t : memref<8xf32, #gpu.address_space<workgroup>>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %t[%v] : memref<8xf32, #gpu.address_space<workgroup>>
      }
    }
    tir.for thread_binding "threadIdx.x" %i = %c0 to %c8 {
        tir.block "B" iters(%v : spatial = %i in %c8) reads(%t : memref<8xf32, #gpu.address_space<workgroup>>) writes(%y : memref<8xf32>) {
        %0 = memref.load %t[%v] : memref<8xf32, #gpu.address_space<workgroup>>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.compute_at %a, %i
    transform.yield
  }
}
