// Which calls overwrite the memory of their arguments, and which get copies.
// RUN: relax-opt %s -relax-call-tir-rewrite | FileCheck %s
// RUN: %same-results=relax-call-tir-rewrite
// RUN: %same-results="relax-call-tir-rewrite,cse,relax-static-plan-block-memory,cse,relax-kill-after-last-use,cse"

tir.func private @double(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %y[%i] : memref<4xf32>
  }
  tir.return
}
tir.func private @set(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 9.0 : f32
  memref.store %v, %x[%c0] : memref<4xf32>
  tir.return
}

// A chain on what a call has made, through a view and a tuple.
// CHECK-LABEL: relax.func impure @chain
// CHECK: %[[A:.*]] = relax.builtin.alloc_tensor
// CHECK-NEXT: relax.call_prim_func @double ins(%arg0 : tensor<4xf32>) outs(%[[A]] : tensor<4xf32>)
// CHECK-NEXT: relax.call_prim_func @set outs(%[[A]] : tensor<4xf32>)
// CHECK-NEXT: %[[V:.*]] = relax.memory.view %[[A]]
// CHECK-NEXT: %[[T:.*]] = relax.tuple %[[V]]
// CHECK-NEXT: %[[I:.*]] = relax.tuple_get_item %[[T]]
// CHECK-NEXT: relax.call_prim_func @set outs(%[[I]] : tensor<4xf32>)
// CHECK-NEXT: relax.return %[[I]]
relax.func impure @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.memory.view %1 at [0] : tensor<4xf32> to tensor<4xf32>
  %3 = relax.tuple %2 : (tensor<4xf32>) -> tuple<tensor<4xf32>>
  %4 = relax.tuple_get_item %3[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
  %5 = relax.call_tir_inplace @set(%4) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %5 : tensor<4xf32>
}

// A parameter is copied once; the copy is overwritten, twice.
// CHECK-LABEL: relax.func impure @parameter
// CHECK: relax.memory.copy %arg0 to %[[A:.*]] :
// CHECK-NEXT: relax.call_prim_func @set outs(%[[A]]
// CHECK-NEXT: relax.call_prim_func @set outs(%[[A]]
// CHECK-NEXT: relax.return %[[A]]
relax.func impure @parameter(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call_tir_inplace @set(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// Used later: in a branch, by another name, by the terminator.
// CHECK-LABEL: relax.func impure @later
// CHECK-COUNT-3: relax.memory.copy
// CHECK-NOT: relax.memory.copy
relax.func impure @later(%c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %3 = relax.call_tir @double(%0) : (tensor<4xf32>) -> tensor<4xf32>
    relax.yield %3 : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  %4 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = relax.memory.view %4 at [0] : tensor<4xf32> to tensor<4xf32>
  %6 = relax.call_tir_inplace @set(%4) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = relax.call_tir @double(%5) : (tensor<4xf32>) -> tensor<4xf32>
  %8 = relax.call_tir_inplace @set(%7) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.print "{}{}"(%6, %8) : tensor<4xf32>, tensor<4xf32>
  relax.return %1, %2, %7, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What reads without saying so could be taken for one with a read after the
// call: it gets the first value for sure.
// CHECK-LABEL: relax.func impure @silent
// CHECK: relax.exp
// CHECK: relax.memory.copy
// CHECK: relax.exp
relax.func impure @silent(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.exp %0 : tensor<4xf32>
  %2 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.exp %2 : tensor<4xf32>
  relax.return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// A closure may read its values whenever it is called.
// CHECK-LABEL: relax.func impure @closure
// CHECK: relax.memory.copy
relax.func impure @closure(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %f = relax.lambda : !relax.callable<() -> tensor<4xf32>, pure> {
    %2 = relax.exp %0 : tensor<4xf32>
    relax.yield %2 : tensor<4xf32>
  }
  %1 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.invoke_pure_closure %f() : !relax.callable<() -> tensor<4xf32>, pure>, () -> tensor<4xf32>
  relax.return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// A result that says more than the argument is checked.
// CHECK-LABEL: relax.func impure @more
// CHECK: %[[M:.*]] = relax.match_cast %arg0 : tensor<?xf32> to tensor<4xf32>
// CHECK: relax.memory.copy %[[M]] to
relax.func impure @more(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = relax.call_tir_inplace @set(%x) {inplace_indices = array<i64: 0>} : (tensor<?xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// An external function gets its arguments, then its results.
// CHECK-LABEL: relax.func impure @external
// CHECK: %[[A:.*]] = relax.builtin.alloc_tensor
// CHECK: relax.call_prim_func
// CHECK: %[[B:.*]] = relax.builtin.alloc_tensor
// CHECK: relax.call_packed @my.set(%arg0, %[[A]], %[[A]], %[[B]]) {num_outs = 2 : i64}
// CHECK: relax.return %[[A]], %[[B]]
relax.extern_func @my.set
relax.func impure @external(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = relax.call_inplace_packed @my.set(%x, %0) {inplace_indices = array<i64: 1, -1>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return %1#0, %1#1 : tensor<4xf32>, tensor<4xf32>
}
