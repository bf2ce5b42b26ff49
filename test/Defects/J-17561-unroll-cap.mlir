// A loop that is too long to write out is rejected, not written out.
// RUN: relax-opt %s -tir-apply-schedule-requests -verify-diagnostics

tir.func private @long(%y: memref<100000000xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %n = arith.constant 100000000 : index
  %f = arith.constant 0.0 : f32
  // expected-error @below {{1024}}
  tir.for %i = %c0 to %n annotations {unroll} {
    memref.store %f, %y[%i] : memref<100000000xf32>
  }
  tir.return
}
