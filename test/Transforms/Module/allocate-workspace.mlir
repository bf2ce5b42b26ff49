// RUN: relax-opt %s --relax-allocate-workspace | FileCheck %s
// RUN: relax-opt %s --relax-allocate-workspace --relax-allocate-workspace | FileCheck %s
// RUN: %same-results=relax-allocate-workspace
// The library gets the memory; without it our own code runs.
// RUN: relax-opt %s --relax-allocate-workspace --relax-run-codegen | FileCheck %s --check-prefix=CALL
// RUN: relax-opt %s --relax-allocate-workspace --relax-run-codegen | relax-compile - -o %t.so --start-at=memory
// RUN: relax-run %t.so --function=main --input=2xf32='0 1' | FileCheck %s --check-prefix=RESULT
// RESULT: [0, 1]

// One tensor for both calls, as large as the larger of the two; it stands
// outside of the region, which allows no effects.
// CHECK-LABEL: relax.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[W:.*]] = relax.builtin.alloc_tensor : tensor<256xui8>
// CHECK-NEXT: relax.dataflow
// CHECK: relax.call @soft(%[[X]], %[[W]]) : (tensor<2xf32>, tensor<256xui8>) -> tensor<2xf32>
// CHECK: relax.call @hard(%{{.*}}, %[[W]])
// CHECK-NOT: alloc_tensor
relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relax.dataflow -> tensor<2xf32> {
    %1 = relax.call @soft(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = relax.call @hard(%1) : (tensor<2xf32>) -> tensor<2xf32>
    relax.output %2 : tensor<2xf32>
  }
  relax.return %0 : tensor<2xf32>
}
// A function that calls none has none.
// CHECK-LABEL: relax.func @other(
// CHECK-NEXT: relax.return
relax.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  relax.return %x : tensor<2xf32>
}
// CHECK-LABEL: relax.func private @soft(
// CHECK-SAME: %{{.*}}: tensor<2xf32>, %{{.*}}: tensor<256xui8> {relax.name = "workspace"}) -> tensor<2xf32> attributes {Codegen = "my"} {
// CALL-LABEL: relax.func private @soft_own(
// CALL: relax.call_dps_packed @soft(%{{.*}}, %{{.*}}) : (tensor<2xf32>, tensor<256xui8>) -> tensor<2xf32>
relax.func private @soft(%x: tensor<2xf32>) -> tensor<2xf32> attributes {Codegen = "my", WorkspaceSize = 64 : i64} {
  %0 = relax.negative %x : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
// CHECK-LABEL: relax.func private @hard(
// CHECK-SAME: tensor<256xui8>
relax.func private @hard(%x: tensor<2xf32>) -> tensor<2xf32> attributes {Codegen = "my", WorkspaceSize = 256 : i64} {
  %0 = relax.abs %x : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
