// RUN: relax-opt %s -split-input-file -relax-kill-after-last-use | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-kill-after-last-use -relax-kill-after-last-use | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-kill-after-last-use -relax-verify-planned
// RUN: %same-results=relax-kill-after-last-use

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_prim_func
// CHECK-NOT: kill
// CHECK: relax.call_prim_func
// CHECK-NEXT: relax.memory.kill_tensor %[[T:.*]] : tensor<?xf32, #relax.dims<[n]>>
// CHECK-NEXT: relax.memory.kill_storage
// CHECK-NEXT: relax.return
tir.func private @exp(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [n * 4]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%0 : tensor<?xf32, #relax.dims<[n]>>)
  // An alias that is used later keeps the tensor alive.
  %1 = relax.match_cast %0 : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32, #relax.dims<[n]>>
  %r = relax.memory.alloc_storage [n * 4]
  %2 = relax.memory.alloc_tensor %r at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%1 : tensor<?xf32, #relax.dims<[n]>>) outs(%2 : tensor<?xf32, #relax.dims<[n]>>)
  relax.return %2 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// Neither parameters nor constants, nor what they are seen through, are ended;
// what a function gives is.
// CHECK-LABEL: relax.func @others
// CHECK: %[[R:.*]] = relax.call @callee
// CHECK-NEXT: relax.memory.kill_tensor %[[R]]
// CHECK-NOT: kill
// CHECK-LABEL: relax.func private @callee
relax.func @others(%x: tensor<4xf32>) attributes {relax.force_pure} {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.tuple %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %1 = relax.tuple_get_item %0[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %2 = relax.call @callee(%1) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}
relax.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// -----

// What one branch uses ends after the conditional; what a branch gives is not
// ended in it.
// CHECK-LABEL: relax.func @branches
// CHECK: relax.if
// CHECK-NOT: kill
// CHECK: else
// CHECK-NOT: kill
// CHECK: }
// CHECK-NEXT: relax.memory.kill_tensor
// CHECK-NEXT: relax.memory.kill_storage
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @branches(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [16]
  %t = relax.memory.alloc_tensor %s at [0] : tensor<4xf32>
  relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%t : tensor<4xf32>)
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %r = relax.memory.alloc_storage [16]
    %1 = relax.memory.alloc_tensor %r at [0] : tensor<4xf32>
    relax.call_prim_func @exp ins(%t : tensor<4xf32>) outs(%1 : tensor<4xf32>)
    relax.yield %1 : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func private @dead
// CHECK-NEXT: relax.memory.alloc_storage
// CHECK-NEXT: relax.memory.kill_storage
relax.func private @dead() attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [16]
  relax.return
}

// -----

// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}
