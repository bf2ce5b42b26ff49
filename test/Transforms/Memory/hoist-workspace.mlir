// RUN: relax-opt %s -split-input-file -relax-hoist-workspace | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-hoist-workspace -relax-hoist-workspace | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-hoist-workspace -relax-remove-purity-checking -relax-call-tir-rewrite -relax-static-plan-block-memory -relax-kill-after-last-use -relax-verify-planned
// RUN: %same-results=relax-hoist-workspace

// A padded copy; each call has its sizes. What loops take stays.
// CHECK-LABEL: tir.func private @pad(
// CHECK-SAME: %[[X:.*]]: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %{{.*}}: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %[[W:.*]]: memref<?xf32> {tir.dims = #relax.dims<[n + 2]>})
// CHECK-NOT: memref.alloc(
// CHECK: memref.store %{{.*}}, %[[W]]
// CHECK: memref.alloc() : memref<8192xf32>
tir.func private @pad(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = arith.addi %n, %c2 : index
  %work = memref.alloc(%m) : memref<?xf32>
  tir.for %i = %c0 to %n {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %work[%i] : memref<?xf32>
    %tile = memref.alloc() : memref<8192xf32>
    memref.store %0, %tile[%c0] : memref<8192xf32>
    memref.dealloc %tile : memref<8192xf32>
  }
  tir.for %i = %c0 to %n {
    %0 = memref.load %work[%i] : memref<?xf32>
    memref.store %0, %y[%i] : memref<?xf32>
  }
  memref.dealloc %work : memref<?xf32>
  tir.return
}
// CHECK-LABEL: relax.func @main
// CHECK: %[[R:.*]]:2 = relax.call_tir @pad(%{{.*}}) : (tensor<?xf32, #relax.dims<[k]>>) -> (tensor<?xf32, #relax.dims<[k]>>, tensor<?xf32, #relax.dims<[k + 2]>>)
// CHECK: %[[S:.*]]:2 = relax.call_tir @pad(%{{.*}}) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<6xf32>)
// CHECK: relax.return %[[R]]#0, %[[S]]#0
relax.func @main(%x: tensor<?xf32, #relax.dims<[k]>>, %y: tensor<4xf32>) -> (tensor<?xf32, #relax.dims<[k]>>, tensor<4xf32>) {
  %0 = relax.call_tir @pad(%x) : (tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>>
  %1 = relax.call_tir @pad(%y) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0, %1 : tensor<?xf32, #relax.dims<[k]>>, tensor<4xf32>
}

// -----

// Scalars stay last, and name sizes as well. Little memory stays.
// CHECK-LABEL: tir.func private @vars(
// CHECK-SAME: %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<?x64xi8> {tir.dims = #relax.dims<[m * 2, 64]>}, %{{.*}}: index {tir.var = #relax.expr<m>})
// CHECK: memref.alloc() : memref<16xf32>
tir.func private @vars(%x: memref<4xf32>, %y: memref<4xf32>, %m: index {tir.var = #relax.expr<m>}) attributes {num_inputs = 1 : i64} {
  %c2 = arith.constant 2 : index
  %size = arith.muli %m, %c2 : index
  %0 = memref.alloc(%size) : memref<?x64xi8>
  %1 = memref.alloc() : memref<16xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// CHECK: relax.call_tir @vars(%{{.*}}) vars [k + 1] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<?x64xi8, #relax.dims<[k * 2 + 2, 64]>>)
relax.func @main(%x: tensor<4xf32>, %s: !relax.shape<[k]>) -> tensor<4xf32> {
  %0 = relax.call_tir @vars(%x) vars [k + 1] : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// Left: a program that others may call, one that something else uses as well,
// memory of a size that is computed from elements, and elements that tensors
// have not.
// CHECK-LABEL: tir.func @public(
// CHECK: memref.alloc()
tir.func @public(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %0 = memref.alloc() : memref<65536xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// CHECK-LABEL: tir.func private @both(
// CHECK: memref.alloc()
tir.func private @both(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %0 = memref.alloc() : memref<65536xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// CHECK-LABEL: tir.func private @elements(
// CHECK: memref.alloc(
tir.func private @elements(%x: memref<4xi32>, %y: memref<4xi32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<4xi32>
  %1 = arith.index_cast %0 : i32 to index
  %2 = memref.alloc(%1) : memref<?xf32>
  memref.copy %x, %y : memref<4xi32> to memref<4xi32>
  tir.return
}
// CHECK-LABEL: tir.func private @places(
// CHECK: memref.alloc()
tir.func private @places(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %0 = memref.alloc() : memref<65536xindex>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// CHECK-LABEL: tir.func private @dead(
// CHECK: memref.alloc()
tir.func private @dead(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %0 = memref.alloc() : memref<65536xf32>
  tir.return
}
relax.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) attributes {relax.force_pure} {
  %0 = relax.call_tir @public(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_tir @both(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.call_prim_func @both ins(%1 : tensor<4xf32>) outs(%2 : tensor<4xf32>)
  %3 = relax.call_tir @elements(%i) : (tensor<4xi32>) -> tensor<4xi32>
  %4 = relax.call_tir @places(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}

// -----

// Tensors on a device have memory of a device, and programs there another way.
// CHECK-LABEL: tir.func private @device(
// CHECK: memref.alloc()
tir.func private @device(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %0 = memref.alloc() : memref<65536xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>> {
  %0 = relax.call_tir @device(%x) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return %0 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
}

// -----

// A shape of numbers has no names.
// CHECK-LABEL: tir.func private @numbers(
// CHECK-SAME: %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<65536xf32>)
tir.func private @numbers(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %0 = memref.alloc() : memref<65536xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: relax.call_tir @numbers(%{{.*}}) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<65536xf32>)
  %0 = relax.call_tir @numbers(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
