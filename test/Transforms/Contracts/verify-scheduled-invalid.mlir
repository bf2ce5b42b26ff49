// RUN: relax-opt %s --tir-verify-scheduled --split-input-file --verify-diagnostics

// expected-note @below {{function @fill is here; drop 'tir.is_scheduled' to schedule it}}
tir.func private @fill(%x: memref<f32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  // expected-error @below {{is left in a function that is marked as scheduled}}
  tir.block "fill" writes(%x : memref<f32>) {
    %0 = arith.constant 0.0 : f32
    memref.store %0, %x[] : memref<f32>
  }
  tir.return
}

// -----

// expected-remark @below {{is not scheduled: it runs as it is, loop by loop}}
tir.func private @opaque(%x: memref<f32>) attributes {num_inputs = 0 : i64} {
  tir.return
}

// -----

// All blocks of all functions, dead, public and nested ones.
// expected-note @below {{function @two is here; drop 'tir.is_scheduled' to schedule it}}
tir.func @two(%x: memref<f32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  // expected-error @below {{'tir.block' op is left in a function that is marked as scheduled [tir-verify-scheduled R1]}}
  tir.block "outer" writes(%x : memref<f32>) {
    // expected-error @below {{'tir.block' op is left in a function that is marked as scheduled}}
    tir.block "inner" writes(%x : memref<f32>) {
      %0 = arith.constant 0.0 : f32
      memref.store %0, %x[] : memref<f32>
    }
  }
  tir.return
}
module @inner {
  // expected-note @below {{function @nested is here}}
  tir.func private @nested(%n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
    tir.for %i = %n to %n {
      // expected-error @below {{is left in a function that is marked as scheduled}}
      tir.block "last" {
      }
    }
    tir.return
  }
}
// expected-remark @below {{is not scheduled}}
tir.func private @dead(%x: memref<f32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @main(%x: tensor<4xf32>) {
  relax.return
}
