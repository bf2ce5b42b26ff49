// Calls are fused outside of dataflow regions, too: attention is one kernel.
// RUN: relax-compile %s --stop-at=kernel -o - | FileCheck %s
// RUN: relax-compile %s --target=sm_80 --emulate --stop-at=kernel -o - | FileCheck %s

// CHECK:     relax.dataflow
// CHECK-NOT: relax.call_tir
// CHECK:     relax.call_tir @fused_{{[a-z_0-9]*}}nn_softmax
// CHECK-NOT: relax.call_tir
// CHECK:     relax.return
relax.func @main(%q: tensor<40x32xf32>, %k: tensor<32x40xf32>, %v: tensor<40x32xf32>) -> tensor<40x32xf32> {
  %0 = relax.matmul %q, %k : (tensor<40x32xf32>, tensor<32x40xf32>) -> tensor<40x40xf32>
  %1 = relax.nn.softmax %0 : tensor<40x40xf32>
  %2 = relax.matmul %1, %v : (tensor<40x40xf32>, tensor<40x32xf32>) -> tensor<40x32xf32>
  relax.return %2 : tensor<40x32xf32>
}
