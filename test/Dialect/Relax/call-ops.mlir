// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt | FileCheck %s

tir.func private @copy(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  tir.return
}
tir.func private @pad(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n + p]>}, %p: index {tir.var = #relax.expr<p>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @bump(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.extern_func @ext
relax.func private @callee(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n * 2]>> {
  // CHECK: relax.call_pure_packed @ext(%{{.*}}) : (tensor<?xf32, #{{.*}}>) -> tensor<?xf32, #
  %0 = relax.call_pure_packed @ext(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n * 2]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n * 2]>>
}

// CHECK-LABEL: @main
relax.func impure @main(%x: tensor<?xf32, #relax.dims<[k]>>, %y: tensor<4xf32>, %f: !relax.object) {
  // CHECK: relax.call @callee(%{{.*}}) : (tensor<4xf32>) -> tensor<8xf32>
  %0 = relax.call @callee(%y) : (tensor<4xf32>) -> tensor<8xf32>
  // CHECK: relax.call_tir @copy(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_tir @copy(%y) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.call_tir @pad(%{{.*}}) vars [k * 3] : (tensor<?xf32, #{{.*}}>) -> tensor<?xf32, #{{.*}}>
  %2 = relax.call_tir @pad(%x) vars [k * 3] : (tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k * 4]>>
  // CHECK: relax.call_tir_inplace @bump(%{{.*}}) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.call_tir_inplace @bump(%1) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.builtin.alloc_tensor : tensor<4xf32>
  %4 = relax.builtin.alloc_tensor : tensor<4xf32>
  // CHECK: relax.call_prim_func @copy ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
  relax.call_prim_func @copy ins(%y : tensor<4xf32>) outs(%4 : tensor<4xf32>)
  // CHECK: relax.call_tir_with_grad @copy(%{{.*}}) {te_grad_name = "copy_grad"} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = relax.call_tir_with_grad @copy(%y) {te_grad_name = "copy_grad"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.call_dps_packed @ext(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  %6 = relax.call_dps_packed @ext(%y) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.call_packed @ext(%{{.*}}) : (tensor<4xf32>) -> ()
  relax.call_packed @ext(%y) : (tensor<4xf32>) -> ()
  // CHECK: relax.call_inplace_packed @ext(%{{.*}}) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = relax.call_inplace_packed @ext(%y) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.make_closure @callee() : () -> !relax.object
  %8 = relax.make_closure @callee() : () -> !relax.object
  // CHECK: relax.invoke_closure %{{.*}}(%{{.*}}) : !relax.object, (tensor<4xf32>) -> tensor<8xf32>
  %9 = relax.invoke_closure %8(%y) : !relax.object, (tensor<4xf32>) -> tensor<8xf32>
  // CHECK: relax.invoke_pure_closure %{{.*}}(%{{.*}}) : !relax.object, (tensor<4xf32>) -> tensor<8xf32>
  %10 = relax.invoke_pure_closure %8(%y) : !relax.object, (tensor<4xf32>) -> tensor<8xf32>
  relax.return
}
