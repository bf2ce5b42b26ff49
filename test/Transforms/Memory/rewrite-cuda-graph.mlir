// Kernels that follow each other become functions that are launched as graphs.
// RUN: relax-opt %s -split-input-file -relax-rewrite-cuda-graph | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-rewrite-cuda-graph -relax-rewrite-cuda-graph | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-rewrite-cuda-graph=where-wished=true | FileCheck %s --check-prefix=WISHED
// RUN: %same-results=relax-rewrite-cuda-graph

// What only kernels use, memory and a constant among it, goes with them; what
// others use stays. A copy, as of the input, ends a region.
// CHECK-LABEL: relax.func impure @inner
// CHECK: %[[A:.*]] = relax.builtin.alloc_tensor
// CHECK-NEXT: relax.memory.copy %{{.*}} to %[[A]]
// CHECK-NEXT: %[[C:.*]] = relax.builtin.alloc_tensor
// CHECK-NEXT: relax.call impure @inner_cuda_graph_capture(%[[A]], %[[C]])
// CHECK-NEXT: relax.return %[[C]]
// CHECK: relax.func impure private @inner_cuda_graph_capture(%[[A:.*]]: tensor<{{.*}}>, %[[C:.*]]: tensor<{{.*}}>) attributes {relax.cuda_graph}
// CHECK-NEXT: %[[W:.*]] = relax.constant
// CHECK-NEXT: %[[B:.*]] = relax.builtin.alloc_tensor
// CHECK-NEXT: relax.call_prim_func @add ins(%[[A]], %[[W]] : {{.*}}) outs(%[[B]]
// CHECK-NEXT: %[[V:.*]] = relax.memory.view %[[B]]
// CHECK-NEXT: relax.call_prim_func @exp ins(%[[V]] : {{.*}}) outs(%[[C]]
// CHECK-NEXT: relax.return
// WISHED-LABEL: @inner
// WISHED-NOT: inner_cuda_graph
#d4 = #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>
#d22 = #relax.dims<[2, 2], vdevice = #relax.vdevice<"cuda", 0>>
tir.func private @add(%x: memref<2x2xf32>, %y: memref<2x2xf32>, %z: memref<2x2xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tir.for %i = %c0 to %c2 {
    tir.for %j = %c0 to %c2 {
      %0 = memref.load %x[%i, %j] : memref<2x2xf32>
      %1 = memref.load %y[%i, %j] : memref<2x2xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %z[%i, %j] : memref<2x2xf32>
    }
  }
  tir.return
}
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %y[%i] : memref<4xf32>
  }
  tir.return
}
relax.func impure @inner(%x: tensor<2x2xf32>) -> tensor<4xf32, #d4> {
  %w = relax.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32, #d22>
  %a = relax.builtin.alloc_tensor : tensor<2x2xf32, #d22>
  relax.memory.copy %x to %a : tensor<2x2xf32> to tensor<2x2xf32, #d22>
  %b = relax.builtin.alloc_tensor : tensor<2x2xf32, #d22>
  relax.call_prim_func @add ins(%a, %w : tensor<2x2xf32, #d22>, tensor<2x2xf32, #d22>) outs(%b : tensor<2x2xf32, #d22>)
  %v = relax.memory.view %b at [0] : tensor<2x2xf32, #d22> to tensor<4xf32, #d4>
  %c = relax.builtin.alloc_tensor : tensor<4xf32, #d4>
  relax.call_prim_func @exp ins(%v : tensor<4xf32, #d4>) outs(%c : tensor<4xf32, #d4>)
  relax.return %c : tensor<4xf32, #d4>
}

// -----

// A kernel alone stays, as do those of two devices; so does what the host runs.
// CHECK-LABEL: relax.func impure @apart
// CHECK-NOT: relax.call impure
// CHECK: relax.func impure @host
// CHECK-NOT: relax.call impure
// CHECK: relax.func impure @empty
#d0 = #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>
#d1 = #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func impure @apart(%x: tensor<4xf32, #d0>, %y: tensor<4xf32, #d1>) -> tensor<4xf32, #d1> {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32, #d0>
  relax.call_prim_func @exp ins(%x : tensor<4xf32, #d0>) outs(%0 : tensor<4xf32, #d0>)
  %1 = relax.builtin.alloc_tensor : tensor<4xf32, #d1>
  relax.call_prim_func @exp ins(%y : tensor<4xf32, #d1>) outs(%1 : tensor<4xf32, #d1>)
  %2 = relax.builtin.alloc_tensor : tensor<4xf32, #d1>
  relax.memory.copy %0 to %2 : tensor<4xf32, #d0> to tensor<4xf32, #d1>
  relax.call_prim_func @exp ins(%2 : tensor<4xf32, #d1>) outs(%1 : tensor<4xf32, #d1>)
  relax.return %1 : tensor<4xf32, #d1>
}
relax.func impure @host(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>)
  relax.call_prim_func @exp ins(%0 : tensor<4xf32>) outs(%0 : tensor<4xf32>)
  relax.return %0 : tensor<4xf32>
}
relax.func impure @empty() {
  relax.return
}

// -----

// Sizes that are unknown, but for those of weights and those that the function
// names.
// CHECK-LABEL: relax.func @unknown
// CHECK-NOT: relax.call impure
// CHECK: relax.func @weights
// CHECK: relax.call impure @weights_cuda_graph_capture
// CHECK: relax.func @named
// CHECK: relax.call impure @named_cuda_graph_capture
// WISHED-LABEL: relax.func @named
// WISHED: relax.call impure @named_cuda_graph_capture
#dn = #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 0>>
module attributes {relax.cuda_graphs} {
tir.func private @exp(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  tir.return
}
relax.func @unknown(%x: tensor<?xf32, #dn>) -> tensor<?xf32, #dn> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<?xf32, #dn>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #dn>) outs(%0 : tensor<?xf32, #dn>)
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #dn>) outs(%0 : tensor<?xf32, #dn>)
  relax.return %0 : tensor<?xf32, #dn>
}
relax.func @weights(%x: tensor<?xf32, #dn>) -> tensor<?xf32, #dn> attributes {num_input = 0 : i64, relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<?xf32, #dn>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #dn>) outs(%0 : tensor<?xf32, #dn>)
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #dn>) outs(%0 : tensor<?xf32, #dn>)
  relax.return %0 : tensor<?xf32, #dn>
}
relax.func @named(%x: tensor<?xf32, #dn>) -> tensor<?xf32, #dn> attributes {relax.force_pure, relax.rewrite_cuda_graph.capture_symbolic_vars = ["n"]} {
  %0 = relax.builtin.alloc_tensor : tensor<?xf32, #dn>
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #dn>) outs(%0 : tensor<?xf32, #dn>)
  relax.call_prim_func @exp ins(%x : tensor<?xf32, #dn>) outs(%0 : tensor<?xf32, #dn>)
  relax.return %0 : tensor<?xf32, #dn>
}
}

// -----

// Of memory that is planned before, ends go behind the kernels.
// CHECK-LABEL: relax.func impure @planned
// CHECK: relax.call impure @planned_cuda_graph_capture
// CHECK-NEXT: relax.memory.kill_tensor
// CHECK-NEXT: relax.return
#d = #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>
tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func impure @planned(%x: tensor<4xf32, #d>) -> tensor<4xf32, #d> {
  %0 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"cuda", 0>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32, #d>
  relax.call_prim_func @exp ins(%x : tensor<4xf32, #d>) outs(%1 : tensor<4xf32, #d>)
  %2 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"cuda", 0>}
  %3 = relax.memory.alloc_tensor %2 at [0] : tensor<4xf32, #d>
  relax.call_prim_func @exp ins(%1 : tensor<4xf32, #d>) outs(%3 : tensor<4xf32, #d>)
  relax.memory.kill_tensor %1 : tensor<4xf32, #d>
  relax.return %3 : tensor<4xf32, #d>
}
