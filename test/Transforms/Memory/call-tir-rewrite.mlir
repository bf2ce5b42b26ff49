// RUN: relax-opt %s -split-input-file -relax-call-tir-rewrite | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-call-tir-rewrite -relax-call-tir-rewrite | FileCheck %s
// RUN: %same-results=relax-call-tir-rewrite

// CHECK-LABEL: relax.func @dynamic
// CHECK: %[[Y:.*]] = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[n]>>
// CHECK: %[[Z:.*]] = relax.builtin.alloc_tensor : tensor<4xi32>
// CHECK: relax.call_prim_func @two ins(%{{.*}} : tensor<?xf32, #relax.dims<[n]>>) outs(%[[Y]], %[[Z]] : tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>) vars [n]
// CHECK: relax.tuple %[[Y]], %[[Z]]
tir.func private @two(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<4xi32>, %n: index) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @dynamic(%x: tensor<?xf32, #relax.dims<[n]>>) -> tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>> attributes {relax.force_pure} {
  %0:2 = relax.call_tir @two(%x) vars [n] : (tensor<?xf32, #relax.dims<[n]>>) -> (tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>)
  %1 = relax.tuple %0#0, %0#1 : (tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>) -> tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>>
  relax.return %1 : tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xi32>>
}

// -----

// From the overwritten argument on all count as written; constants stay, and so
// do parameters.
// CHECK-LABEL: relax.func impure @inplace
// CHECK: %[[C:.*]] = relax.constant
// CHECK: %[[F:.*]] = relax.builtin.alloc_tensor : tensor<2xf32>
// CHECK: %[[X:.*]] = relax.builtin.alloc_tensor : tensor<4xf32>
// CHECK: relax.memory.copy %arg0 to %[[X]]
// CHECK: relax.call_prim_func @bump ins(%[[C]] : tensor<4xf32>) outs(%[[X]], %[[F]] : tensor<4xf32>, tensor<2xf32>)
// CHECK: relax.return %[[F]], %[[X]]
tir.func private @bump(%c: memref<4xf32>, %x: memref<4xf32>, %y: memref<2xf32>) attributes {num_inputs = 2 : i64} {
  tir.return
}
relax.func impure @inplace(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  %0:2 = relax.call_tir_inplace @bump(%c, %x) {inplace_indices = array<i64: -1, 1>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>)
  relax.return %0#0, %0#1 : tensor<2xf32>, tensor<4xf32>
}

// -----

// Tuples of an external function are filled field by field.
// CHECK-LABEL: relax.func impure @extern
// CHECK: %[[A:.*]] = relax.builtin.alloc_tensor : tensor<4xf32>
// CHECK: %[[B:.*]] = relax.builtin.alloc_tensor : tensor<2xf32>
// CHECK: %[[T:.*]] = relax.tuple %[[A]], %[[B]]
// CHECK: relax.call_packed @my.f(%{{.*}}, %[[A]], %[[B]]) {num_outs = 2 : i64}
// CHECK: relax.return %[[T]]
relax.extern_func @my.f
relax.func impure @extern(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<2xf32>> {
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<2xf32>>
  relax.return %0 : tuple<tensor<4xf32>, tensor<2xf32>>
}

// -----

// CHECK-LABEL: relax.func private @dead
// CHECK: relax.call_prim_func
tir.func private @fill(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func private @dead() attributes {relax.force_pure} {
  %0 = relax.call_tir @fill() : () -> tensor<4xf32>
  relax.return
}

// -----

// A pure function without such calls needs nothing.
// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}

// -----

// A call of the virtual machine: the program knows what it reads.
// CHECK-LABEL: relax.func impure @machine
// CHECK: relax.call_prim_func @scaled ins(%[[X:.*]] : tensor<?xf32, #relax.dims<[m]>>) outs(%[[Y:.*]] : tensor<?xf32, #relax.dims<[m]>>) vars [m]
// CHECK-NEXT: relax.return %[[Y]]
tir.func private @scaled(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %k: index) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %i = arith.index_cast %k : index to i64
  %f = arith.sitofp %i : i64 to f32
  tir.for %j = %c0 to %n {
    %0 = memref.load %x[%j] : memref<?xf32>
    %1 = arith.mulf %0, %f : f32
    memref.store %1, %y[%j] : memref<?xf32>
  }
  tir.return
}
relax.func impure @machine(%x: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> {
  %0 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.shape [m] : !relax.shape<[m]>
  relax.vm.call_tir_dyn @scaled(%x, %0 : tensor<?xf32, #relax.dims<[m]>>, tensor<?xf32, #relax.dims<[m]>>) shape(%1 : !relax.shape<[m]>)
  relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
}

// -----

// A copy to a device is a tensor there, and its elements.
// CHECK-LABEL: relax.func @to_device
// CHECK: %[[D:.*]] = relax.builtin.alloc_tensor : tensor<?xf32, #[[DIMS:.*]]>
// CHECK: relax.memory.copy %arg0 to %[[D]] : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32, #[[DIMS]]>
// CHECK: %[[H:.*]] = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.memory.copy %[[D]] to %[[H]]
// CHECK: relax.return %[[H]]
relax.func @to_device(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> attributes {relax.force_pure} {
  %0 = relax.to_vdevice %x to <"cuda", 0> : tensor<?xf32, #relax.dims<[n]>> -> tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 0>>>
  %1 = relax.to_vdevice %0 to <"llvm", 0> : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 0>>> -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}
