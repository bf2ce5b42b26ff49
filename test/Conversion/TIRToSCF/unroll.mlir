// `unroll = N` of a serial loop tells LLVM of how many copies its body is to be;
// of 1, that the loop stays. Other values say nothing.
// RUN: relax-opt %s --convert-tir-to-scf | FileCheck %s

// CHECK-DAG: #[[KEPT:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[FOUR:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK-DAG: #[[STAYS:.*]] = #llvm.loop_annotation<unroll = #[[KEPT]]>
// CHECK-DAG: #[[COPIES:.*]] = #llvm.loop_annotation<unroll = #[[FOUR]]>
// CHECK: scf.for
// CHECK: } {loop_annotation = #[[STAYS]]}
// CHECK: scf.for
// CHECK: } {loop_annotation = #[[COPIES]]}
// CHECK-COUNT-6: scf.for
// CHECK-NOT: loop_annotation
tir.func @f(%y: memref<?xf32>, %n: index) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  tir.for %i = %c0 to %n annotations {unroll = 1 : i64} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.for %i = %c0 to %n annotations {unroll = 4 : i32} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.for %i = %c0 to %n annotations {unroll = 0 : i64} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.for %i = %c0 to %n annotations {unroll = -1 : i64} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.for %i = %c0 to %n annotations {unroll = 1025 : i64} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.for %i = %c0 to %n annotations {unroll = 1099511627776 : i64} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.for %i = %c0 to %n annotations {unroll = 18446744073709551617 : i128} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.for %i = %c0 to %n annotations {unroll = 4.0 : f32} {
    memref.store %one, %y[%i] : memref<?xf32>
  }
  tir.return
}
