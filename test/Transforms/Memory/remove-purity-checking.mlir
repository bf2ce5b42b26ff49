// RUN: relax-opt %s -split-input-file -relax-remove-purity-checking | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-remove-purity-checking -relax-remove-purity-checking | FileCheck %s
// RUN: %same-results=relax-remove-purity-checking

// CHECK-LABEL: relax.func @packed
// CHECK-SAME: attributes {relax.force_pure}
// CHECK: relax.call_packed @my.f(%{{.*}}) : (tensor<?xf32, #relax.dims<[n]>>) -> !relax.object
relax.extern_func @my.f
relax.func @packed(%x: tensor<?xf32, #relax.dims<[n]>>) -> !relax.object {
  %0 = relax.call_pure_packed @my.f(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// An impure function stays what it is.
// CHECK-LABEL: relax.func impure @inplace
// CHECK-NOT: force_pure
// CHECK: relax.call_inplace_packed @my.relu_
relax.extern_func @my.relu_
relax.func impure @inplace(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call_inplace_packed @my.relu_(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// Calls of closures are those of relax-lambda-lift.
// CHECK-LABEL: relax.func private @closure
// CHECK: relax.invoke_pure_closure
relax.func private @closure(%f: !relax.object, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.invoke_pure_closure %f(%x) : !relax.object, (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// A region that promises purity keeps its promise.
// CHECK-LABEL: relax.func @region
// CHECK: relax.call_pure_packed
relax.extern_func @my.f
relax.func @region(%x: tensor<4xf32>) -> !relax.object {
  %0 = relax.dataflow -> !relax.object {
    %1 = relax.call_pure_packed @my.f(%x) : (tensor<4xf32>) -> !relax.object
    relax.output %1 : !relax.object
  }
  relax.return %0 : !relax.object
}

// -----

// CHECK-LABEL: relax.func @empty
// CHECK-NOT: force_pure
relax.func @empty() {
  relax.return
}
