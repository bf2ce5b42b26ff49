// What buffers have no other indices, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @several(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot reindex a buffer that is read by 'tir.block' "B": expected the buffer to be touched at one index}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %2 = memref.load %x[%c0] : memref<8xf32>
        %1 = arith.addf %0, %2 : f32
        memref.store %1, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.reindex_read %b[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @guarded(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %q = arith.cmpi slt, %c0, %c1 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot reindex a buffer that is read by 'tir.block' "B": expected it to read the buffer under no condition}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        tir.if %q {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.reindex_read %b[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @computed(%x: memref<8xf32>, %z: memref<8xindex>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot reindex a buffer that is read by 'tir.block' "B": expected indices of the buffer that are computed of its iterators only}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x, %z : memref<8xf32>, memref<8xindex>) writes(%y : memref<8xf32>) {
        %p = memref.load %z[%v] : memref<8xindex>
        %0 = memref.load %x[%p] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.reindex_read %b[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @missing(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot reindex a buffer that is written by 'tir.block' "B": expected iterator #0 in an index of what it writes}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.reindex_write %b[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @other_loop(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    tir.for %i = %c0 to %c8 {
      // expected-error @below {{cannot reindex a buffer that is read by 'tir.block' "B": loop #0 around 'tir.block' "B" drives an index; expected nothing in it that touches the buffer}}
      tir.block "B" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %0 = memref.load %x[%v] : memref<8xf32>
        memref.store %0, %y[%v] : memref<8xf32>
      }
      tir.block "C" writes(%x : memref<8xf32>) {
        memref.store %f, %x[%c0] : memref<8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.reindex_read %b[0]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @extent(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) attributes {num_inputs = 0} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    tir.for %k = %c0 to %c1 {
      %e = arith.addi %n, %k : index
      tir.for %i = %c0 to %e {
        // expected-error @below {{cannot reindex a buffer that is read by 'tir.block' "B": expected the extent of iterator #0 to be known in front of its loops}}
        tir.block "B" iters(%v : spatial = %i in %e) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    %c = transform.tir.reindex_read %b[0]
    transform.yield
  }
}
