// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-verify-scheduled))' --split-input-file --verify-diagnostics

// expected-note @+1 {{function @fill is here; drop 'tir.is_scheduled' to schedule it}}
tir.func private @fill(%x: memref<f32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  // expected-error @+1 {{is left in a function that is marked as scheduled}}
  tir.block "fill" writes(%x : memref<f32>) {
    %0 = arith.constant 0.0 : f32
    memref.store %0, %x[] : memref<f32>
  }
  tir.return
}

// -----

// expected-remark @+1 {{is not scheduled: it runs as it is, loop by loop}}
tir.func private @opaque(%x: memref<f32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
