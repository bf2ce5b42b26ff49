// Ends where operators are left that take what is ended.
// RUN: relax-opt %s -relax-kill-after-last-use | FileCheck %s
// RUN: relax-stress %s --passes=relax-kill-after-last-use,relax-legalize-ops,canonicalize | FileCheck %s --check-prefix=FINE

// FINE: fine
// What a dropout gives becomes what it takes: no end in front of the return.
// CHECK-LABEL: relax.func @operator
// CHECK-NOT: relax.memory.kill
// CHECK: relax.return
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @operator(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [16]
  %t = relax.memory.alloc_tensor %s at [0] : tensor<4xf32>
  relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%t : tensor<4xf32>)
  %r, %m = relax.nn.dropout %t : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return %r : tensor<4xf32>
}
