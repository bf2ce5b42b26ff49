// Storages of sizes that the parameters say are parts of one, which is made at
// the entry with those of results; one of a size that is found later is not.
// RUN: relax-opt %s -split-input-file -convert-relax-to-runtime | FileCheck %s

tir.func private @work(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
// CHECK-LABEL: func.func @main(
// CHECK: %[[N:.*]] = memref.dim
// CHECK: %[[M:.*]] = memref.dim
// CHECK: %[[PLAN:.*]], %[[AT:.*]]:2, %[[OWN:.*]] = relax_rt.storage_plan[%[[A:.*]], %[[B:.*]]] own[%[[C:.*]]] alive [1, 8, 3, 9, 5, 11] : index, index own !relax_rt.storage
// CHECK: %[[END:.*]] = arith.addi %[[A]], %[[AT]]#0
// CHECK: relax_rt.storage_data %[[PLAN]], %[[END]]
// CHECK: %[[END2:.*]] = arith.addi %[[B]], %[[AT]]#1
// CHECK: relax_rt.storage_data %[[PLAN]], %[[END2]]
// CHECK: relax_rt.storage_data %[[OWN]], %[[C]]
// CHECK-NOT: relax_rt.storage_release
// The end of the part that lives longest ends all.
// CHECK: relax_rt.storage_release %[[PLAN]]
// CHECK-NOT: relax_rt.storage_release %[[PLAN]]
// CHECK: relax_rt.tensor_on_storage %[[OWN]]
// CHECK: relax_rt.storage_release %[[OWN]]
relax.func impure @main(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %s = relax.memory.alloc_storage [n * 4]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<?xf32, #relax.dims<[n]>>
  %t = relax.memory.alloc_storage [m * 4]
  %1 = relax.memory.alloc_tensor %t at [0] : tensor<?xf32, #relax.dims<[m]>>
  %r = relax.memory.alloc_storage [n * 4]
  %2 = relax.memory.alloc_tensor %r at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.call_prim_func @work ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%0 : tensor<?xf32, #relax.dims<[n]>>)
  relax.memory.kill_storage %s
  relax.memory.kill_storage %t
  relax.return %2 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// Sizes that are numbers were planned when the program was compiled.
// CHECK-LABEL: func.func @numbers(
// CHECK-NOT: relax_rt.storage_plan
// CHECK: relax_rt.storage_alloc
// CHECK: relax_rt.storage_alloc
relax.func impure @numbers() {
  %s = relax.memory.alloc_storage [64]
  %t = relax.memory.alloc_storage [128]
  relax.memory.kill_storage %s
  relax.memory.kill_storage %t
  relax.return
}

// -----

// CHECK-LABEL: func.func @found_later(
// CHECK-NOT: relax_rt.storage_plan
// CHECK: relax_rt.storage_alloc
relax.func impure @found_later(%x: tensor<?xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) {
  %s = relax.memory.alloc_storage [n * 4]
  %0 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[k]>>
  %t = relax.memory.alloc_storage [k * 4]
  relax.memory.kill_storage %s
  relax.memory.kill_storage %t
  relax.return
}
