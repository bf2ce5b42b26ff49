// RUN: relax-opt %s -split-input-file -relax-dead-code-elimination | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-dead-code-elimination -relax-dead-code-elimination | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-dead-code-elimination=entry-functions=dead -verify-diagnostics=only-expected 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: %same-results=relax-dead-code-elimination

// Bindings without use go, then what only they used; checks and effects stay.
// CHECK-NOT: @unused
// CHECK-NOT: @my.f
// CHECK: relax.extern_func @my.log
// CHECK-LABEL: relax.func impure @main
// CHECK-NEXT: relax.match_cast
// CHECK-NEXT: relax.call_packed @my.log
// CHECK-NEXT: relax.return
// CHECK-NOT: @dead
// ENTRY: @dead
tir.func private @unused(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.extern_func @my.f
relax.extern_func @my.log
relax.func impure @main(%x: tensor<4xf32>, %y: tensor<?xf32>) {
  %0 = relax.call_tir @unused(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.match_cast %y : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
  %2 = relax.call_dps_packed @my.f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  relax.call_packed @my.log(%x) : (tensor<4xf32>) -> ()
  relax.return
}
relax.func private @dead() {
  relax.return
}

// -----

// A module of private functions becomes empty, loops of calls included.
// CHECK: module {
// CHECK-NEXT: }
relax.func private @dead(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call @dead(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// What goes in one region may be the last use of something in the next.
// CHECK-LABEL: relax.func @two_rounds
// CHECK-NOT: relax.exp
relax.func @two_rounds(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    relax.yield %x : tensor<4xf32>
  } else {
    %1 = relax.exp %x : tensor<4xf32>
    %2 = relax.if %c : tensor<i1> -> tensor<4xf32> {
      relax.yield %1 : tensor<4xf32>
    } else {
      relax.yield %x : tensor<4xf32>
    }
    relax.yield %x : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
