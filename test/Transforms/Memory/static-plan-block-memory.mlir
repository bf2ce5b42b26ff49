// RUN: relax-opt %s -split-input-file -relax-static-plan-block-memory | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-static-plan-block-memory -relax-static-plan-block-memory | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-static-plan-block-memory -relax-kill-after-last-use -relax-verify-planned
// RUN: %same-results=relax-static-plan-block-memory

// Two of three live at a time: the third takes the place of the first. What is
// returned has its own storage.
// CHECK-LABEL: relax.func @chain
// CHECK: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[128]
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0] : tensor<16xf32>
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[64] : tensor<16xf32>
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0] : tensor<16xf32>
// CHECK: %[[R:.*]] = relax.memory.alloc_storage{{ ?}}[64]
// CHECK: relax.memory.alloc_tensor %[[R]] at{{ ?}}[0] : tensor<16xf32>
tir.func private @exp(%x: memref<16xf32>, %y: memref<16xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @chain(%x: tensor<16xf32>) -> tensor<16xf32> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<16xf32>
  relax.call_prim_func @exp ins(%x : tensor<16xf32>) outs(%0 : tensor<16xf32>)
  %1 = relax.builtin.alloc_tensor : tensor<16xf32>
  relax.call_prim_func @exp ins(%0 : tensor<16xf32>) outs(%1 : tensor<16xf32>)
  %2 = relax.builtin.alloc_tensor : tensor<16xf32>
  relax.call_prim_func @exp ins(%1 : tensor<16xf32>) outs(%2 : tensor<16xf32>)
  %3 = relax.builtin.alloc_tensor : tensor<16xf32>
  relax.call_prim_func @exp ins(%2 : tensor<16xf32>) outs(%3 : tensor<16xf32>)
  relax.return %3 : tensor<16xf32>
}

// -----

// A cast and a view keep what they stem from alive.
// CHECK-LABEL: relax.func private @aliases
// CHECK: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[192]
// CHECK-DAG: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0]
// CHECK-DAG: relax.memory.alloc_tensor %[[S]] at{{ ?}}[64]
// CHECK-DAG: relax.memory.alloc_tensor %[[S]] at{{ ?}}[128]
tir.func private @add(%x: memref<16xf32>, %y: memref<4x4xf32>, %z: memref<16xf32>) attributes {num_inputs = 2 : i64} {
  tir.return
}
tir.func private @exp(%x: memref<16xf32>, %y: memref<16xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func private @aliases(%x: tensor<16xf32>) attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<16xf32>
  relax.call_prim_func @exp ins(%x : tensor<16xf32>) outs(%0 : tensor<16xf32>)
  %v = relax.memory.view %0 at [0] : tensor<16xf32> to tensor<4x4xf32>
  %m = relax.match_cast %v : tensor<4x4xf32> to tensor<4x4xf32>
  %1 = relax.builtin.alloc_tensor : tensor<16xf32>
  relax.call_prim_func @exp ins(%x : tensor<16xf32>) outs(%1 : tensor<16xf32>)
  %2 = relax.builtin.alloc_tensor : tensor<16xf32>
  relax.call_prim_func @add ins(%1, %m : tensor<16xf32>, tensor<4x4xf32>) outs(%2 : tensor<16xf32>)
  relax.return
}

// -----

// Tensors of unlike units have storages of their own: at the entry of a call
// their sizes are numbers, and are planned together.
// CHECK-LABEL: relax.func @dynamic
// CHECK: %[[A:.*]] = relax.memory.alloc_storage{{ ?}}[n * 1024]
// CHECK: relax.memory.alloc_tensor %[[A]] at{{ ?}}[0] : tensor<?x256xf32
// CHECK: %[[B:.*]] = relax.memory.alloc_storage{{ ?}}[n * 16]
// CHECK: relax.memory.alloc_tensor %[[B]] at{{ ?}}[0] : tensor<?x4xf32
// CHECK: %[[C:.*]] = relax.memory.alloc_storage{{ ?}}[n * 32]
// CHECK: relax.memory.alloc_tensor %[[C]] at{{ ?}}[0] : tensor<?x8xf32
// CHECK: %[[M:.*]] = relax.memory.alloc_storage{{ ?}}[m * 4]
// CHECK: relax.memory.alloc_tensor %[[M]] at{{ ?}}[0] : tensor<?xf32
tir.func private @any(%x: memref<?xf32>, %y: memref<?x?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @two(%x: memref<?x?xf32>, %y: memref<?x?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @one(%x: memref<?x?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @dynamic(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[m]>>) attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<?x256xf32, #relax.dims<[n, 256]>>
  relax.call_prim_func @any ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%0 : tensor<?x256xf32, #relax.dims<[n, 256]>>)
  %1 = relax.builtin.alloc_tensor : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.call_prim_func @two ins(%0 : tensor<?x256xf32, #relax.dims<[n, 256]>>) outs(%1 : tensor<?x4xf32, #relax.dims<[n, 4]>>)
  %2 = relax.builtin.alloc_tensor : tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.call_prim_func @two ins(%1 : tensor<?x4xf32, #relax.dims<[n, 4]>>) outs(%2 : tensor<?x8xf32, #relax.dims<[n, 8]>>)
  %3 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[m]>>
  relax.call_prim_func @one ins(%2 : tensor<?x8xf32, #relax.dims<[n, 8]>>) outs(%3 : tensor<?xf32, #relax.dims<[m]>>)
  relax.return
}

// -----

// The storage stands before the conditional and dominates both branches; what a
// branch gives lives on after it.
// CHECK-LABEL: relax.func @branches
// CHECK-NEXT: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[80]
// CHECK-NEXT: relax.if
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0] : tensor<4xf32>
// CHECK: else
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[64] : tensor<4xf32>
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @branches(%c: tensor<i1>, %x: tensor<4xf32>) attributes {relax.force_pure} {
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %1 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
    relax.yield %1 : tensor<4xf32>
  } else {
    %2 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%2 : tensor<4xf32>)
    relax.yield %2 : tensor<4xf32>
  }
  %3 = relax.tuple %0 : (tensor<4xf32>) -> tuple<tensor<4xf32>>
  relax.return
}

// -----

// A symbol that is known in one branch only keeps its tensors there.
// CHECK-LABEL: relax.func @inner
// CHECK: relax.if
// CHECK-NEXT: relax.match_cast
// CHECK-NEXT: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[m * 4]
// CHECK-NEXT: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0]
tir.func private @exp(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @inner(%c: tensor<i1>, %x: tensor<?xf32>) attributes {relax.force_pure} {
  relax.if %c : tensor<i1> {
    %1 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[m]>>
    %2 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[m]>>
    relax.call_prim_func @exp ins(%1 : tensor<?xf32, #relax.dims<[m]>>) outs(%2 : tensor<?xf32, #relax.dims<[m]>>)
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}

// -----

// Each device has storages of its own.
// CHECK-LABEL: relax.func @devices
// CHECK-DAG: %[[H:.*]] = relax.memory.alloc_storage[16]{{$}}
// CHECK-DAG: %[[D:.*]] = relax.memory.alloc_storage[16] {vdevice = #{{.*}}}
// CHECK-DAG: relax.memory.alloc_tensor %[[H]] at[0] : tensor<4xf32>
// CHECK-DAG: relax.memory.alloc_tensor %[[D]] at[0] : tensor<4xf32, #{{.*}}>
relax.func @devices() attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  %1 = relax.builtin.alloc_tensor : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return
}
