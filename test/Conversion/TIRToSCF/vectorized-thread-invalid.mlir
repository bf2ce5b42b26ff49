// A loop that is a thread's is none that lanes can run.
// RUN: relax-opt %s --convert-tir-to-scf=remarks --verify-diagnostics

tir.func private @threads() attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark @below {{tir.for inside it is no serial loop, expected serial ones only}}
  tir.for vectorized %i = %c0 to %c8 {
    // expected-error @below {{is bound to the thread axis "threadIdx.x", which a CPU does not have}}
    tir.for thread_binding "threadIdx.x" %j = %c0 to %c8 {
    }
  }
  tir.return
}
