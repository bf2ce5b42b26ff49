// An election of some threads.
// RUN: not relax-interp %s --each 2>&1 | FileCheck %s
// CHECK: 'nvvm.elect.sync' op cannot be interpreted with a mask; expected none, which elects a thread of the whole warp

tir.func @some(%y: memref<32xi1>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %mask = arith.constant 3 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    %1 = nvvm.elect.sync %mask -> i1
    memref.store %1, %y[%t] : memref<32xi1>
  }
  tir.return
}
