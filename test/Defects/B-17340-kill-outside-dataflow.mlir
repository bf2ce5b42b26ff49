// Ends of life come after the region, never in it; any order of the passes
// around them, and a second run, gives the same.
// RUN: relax-opt %s -relax-memory-stage > %t
// RUN: relax-opt %t -canonicalize -relax-kill-after-last-use -relax-remove-purity-checking -relax-to-non-dataflow -relax-call-tir-rewrite -relax-kill-after-last-use -relax-verify-planned | FileCheck %s
// RUN: not relax-opt %s -relax-kill-after-last-use -relax-to-non-dataflow -relax-verify-planned 2>&1 | FileCheck %s --check-prefix=ORDER

// ORDER: makes its own results, expected explicit memory; run 'relax-call-tir-rewrite'
// CHECK-NOT: relax.dataflow
// CHECK: relax.call_prim_func @copy ins(%{{.*}}) outs(%[[A:.*]] :
// CHECK: relax.call_prim_func @copy
// CHECK-NEXT: relax.memory.kill_tensor %[[A]]
// CHECK-NEXT: relax.memory.kill_storage
// CHECK-NEXT: relax.return
tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = relax.call_tir @copy(%1) : (tensor<4xf32>) -> tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
