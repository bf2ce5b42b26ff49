// A function of TVM that has memory of its own for one call, and operators that
// give values: the memory stage lowers these first.
// RUN: relax-compile %s --start-at=memory --stop-at=memory -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: relax-compile %s --start-at=memory -o %t.so
// RUN: relax-run %t.so --input=f32=1.5 --output=- | FileCheck %s --check-prefix=VALUE
// VALUE: = 3

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_prim_func @copy
// CHECK: relax.call_prim_func @add
// CHECK-NOT: relax.add
tir.func @copy(%a: memref<f32>, %b: memref<f32>) attributes {num_inputs = 1 : i64} {
  memref.copy %a, %b : memref<f32> to memref<f32>
  tir.return
}
relax.func @main(%x: tensor<f32>) -> tensor<f32> attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [4]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<f32>
  relax.call_prim_func @copy ins(%x : tensor<f32>) outs(%1 : tensor<f32>)
  %2 = relax.add %1, %x : tensor<f32>
  relax.return %2 : tensor<f32>
}
