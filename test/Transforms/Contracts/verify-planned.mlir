// RUN: relax-opt %s -relax-verify-planned | FileCheck %s

// CHECK-LABEL: relax.func @main
tir.func private @exp(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [n * 128]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%0 : tensor<?xf32, #relax.dims<[n]>>)
  // Beside the first.
  %1 = relax.memory.alloc_tensor %s at [n * 64] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%0 : tensor<?xf32, #relax.dims<[n]>>) outs(%1 : tensor<?xf32, #relax.dims<[n]>>)
  relax.memory.kill_tensor %0 : tensor<?xf32, #relax.dims<[n]>>
  %r = relax.memory.alloc_storage [n * 4]
  %2 = relax.memory.alloc_tensor %r at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @exp ins(%1 : tensor<?xf32, #relax.dims<[n]>>) outs(%2 : tensor<?xf32, #relax.dims<[n]>>)
  relax.memory.kill_tensor %1 : tensor<?xf32, #relax.dims<[n]>>
  relax.memory.kill_storage %s
  relax.return %2 : tensor<?xf32, #relax.dims<[n]>>
}
