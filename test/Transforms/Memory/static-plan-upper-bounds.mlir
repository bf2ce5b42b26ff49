// RUN: relax-opt %s --split-input-file --relax-static-plan-block-memory=upper-bounds | FileCheck %s
// RUN: relax-opt %s --split-input-file '--relax-static-plan-block-memory=upper-bounds' '--relax-static-plan-block-memory=upper-bounds' | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-static-plan-block-memory | FileCheck %s --check-prefix=OFF
// RUN: relax-opt %s --split-input-file --relax-static-plan-block-memory=upper-bounds --relax-kill-after-last-use --relax-verify-planned
// RUN: relax-opt %s --split-input-file --relax-static-plan-block-memory --relax-kill-after-last-use --relax-verify-planned
// RUN: %same-results=relax-static-plan-block-memory{upper-bounds}
// More than the greatest value is an error, in the interpreter and compiled.
// RUN: split-file %s %t
// RUN: not relax-interp %t/chain.mlir --function=chain --input=5xf32=1 2>&1 | FileCheck %s --check-prefix=INTERP
// RUN: relax-opt %t/chain.mlir --relax-static-plan-block-memory=upper-bounds --relax-kill-after-last-use | relax-compile - -o %t/chain.so --start-at=link
// RUN: relax-run %t/chain.so --function=chain --input=4xf32=2 | FileCheck %s --check-prefix=RESULT
// RUN: not relax-run %t/chain.so --function=chain --input=5xf32=2 2>&1 | FileCheck %s --check-prefix=COMPILED
// INTERP: @chain is called with n = 5, but 'tir_var_upper_bound' says at most 4
// RESULT: f32[9] = [-2, -2, -2, -2, -2, -2, -2, -2, -2]
// COMPILED: 'n' is at most 4 by 'tir_var_upper_bound', but found 5

//--- chain.mlir
// Sizes of different units share one storage, as each takes at most so many
// bytes; what is returned takes what it takes.
// CHECK-LABEL: relax.func @chain
// CHECK: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[160]
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[128]
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0]
// CHECK: relax.memory.alloc_storage{{ ?}}[n * 8 + 4]
// CHECK-NOT: alloc_storage
// OFF-LABEL: relax.func @chain
// OFF: relax.memory.alloc_storage{{ ?}}[n * 8]
tir.func private @negate(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    %v = memref.load %x[%c0] : memref<?xf32>
    %w = arith.negf %v : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  tir.return
}
relax.func @chain(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n * 2 + 1]>> attributes {relax.force_pure, tir_var_upper_bound = {n = 4 : i64}} {
  %0 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[n * 2]>>
  relax.call_prim_func @negate ins(%x : tensor<?xf32, #relax.dims<[n]>>) outs(%0 : tensor<?xf32, #relax.dims<[n * 2]>>)
  %1 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[n * n + 9]>>
  relax.call_prim_func @negate ins(%0 : tensor<?xf32, #relax.dims<[n * 2]>>) outs(%1 : tensor<?xf32, #relax.dims<[n * n + 9]>>)
  %2 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[n * 2 + 1]>>
  relax.call_prim_func @negate ins(%1 : tensor<?xf32, #relax.dims<[n * n + 9]>>) outs(%2 : tensor<?xf32, #relax.dims<[n * 2 + 1]>>)
  relax.return %2 : tensor<?xf32, #relax.dims<[n * 2 + 1]>>
}

//--- others.mlir
// -----

// What is returned, too, where the function says so; a difference is greatest
// where what is subtracted is least.
// CHECK-LABEL: relax.func @result
// CHECK-NOT: memory_plan_dynamic_func_output
// CHECK: relax.memory.alloc_storage{{ ?}}[8000]
// OFF-LABEL: relax.func @result
// OFF: relax.memory.alloc_storage{{ ?}}[m * n * max(
relax.func @result(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?x?xf32, #relax.dims<[n, m, max(n - m, 1)]>> attributes {relax.force_pure, relax.memory_plan_dynamic_func_output = true, tir_var_upper_bound = {n = 20 : i64, m = 5 : i64}} {
  %0 = relax.builtin.alloc_tensor : tensor<?x?x?xf32, #relax.dims<[n, m, max(n - m, 1)]>>
  relax.return %0 : tensor<?x?x?xf32, #relax.dims<[n, m, max(n - m, 1)]>>
}

// -----

// A size that has no greatest value is planned by its unit.
// CHECK-LABEL: relax.func @half
// CHECK: relax.memory.alloc_storage{{ ?}}[m * n * 4]
relax.func @half(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) attributes {relax.force_pure, tir_var_upper_bound = {n = 20 : i64}} {
  %0 = relax.builtin.alloc_tensor : tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return
}

// -----

// By units, where the option is off: what the function says of sizes is no
// obstacle to that plan.
// OFF-LABEL: relax.func @units
// OFF: relax.memory.alloc_storage{{ ?}}[n * 128]
// CHECK-LABEL: relax.func @units
// CHECK: relax.memory.alloc_storage{{ ?}}[8192]
tir.func private @fill(%x: memref<?x16xf32>, %y: memref<?x16xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @units(%x: tensor<?x16xf32, #relax.dims<[n, 16]>>) attributes {relax.force_pure, tir_var_upper_bound = {n = 64 : i64}} {
  %0 = relax.builtin.alloc_tensor : tensor<?x16xf32, #relax.dims<[n, 16]>>
  relax.call_prim_func @fill ins(%x : tensor<?x16xf32, #relax.dims<[n, 16]>>) outs(%0 : tensor<?x16xf32, #relax.dims<[n, 16]>>)
  %1 = relax.builtin.alloc_tensor : tensor<?x16xf32, #relax.dims<[n, 16]>>
  relax.call_prim_func @fill ins(%0 : tensor<?x16xf32, #relax.dims<[n, 16]>>) outs(%1 : tensor<?x16xf32, #relax.dims<[n, 16]>>)
  relax.call_prim_func @fill ins(%1 : tensor<?x16xf32, #relax.dims<[n, 16]>>) outs(%0 : tensor<?x16xf32, #relax.dims<[n, 16]>>)
  relax.return
}
