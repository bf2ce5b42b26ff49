// RUN: relax-opt %s -split-input-file -relax-lower-alloc-tensor | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-lower-alloc-tensor -relax-lower-alloc-tensor | FileCheck %s
// RUN: %same-results=relax-lower-alloc-tensor

// CHECK-LABEL: relax.func impure @dynamic
// CHECK: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[n * 16]
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0] : tensor<?x4xf32, #relax.dims<[n, 4]>>
relax.func impure @dynamic(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.builtin.alloc_tensor : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func impure private @scope
// CHECK: relax.memory.alloc_storage{{ ?}}[4] {storage_scope = "texture"}
relax.func impure private @scope() {
  %0 = relax.builtin.alloc_tensor {storage_scope = "texture"} : tensor<4xi1>
  relax.return
}

// -----

// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}
