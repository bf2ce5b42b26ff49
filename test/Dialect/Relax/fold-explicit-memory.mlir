// An operator copies: what is ended or filled again does not stand for it.
// RUN: relax-opt %s --canonicalize | FileCheck %s
// RUN: %same-results="canonicalize,relax-decompose-ops-for-inference"

tir.func private @step(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.negf %0 : f32
    memref.store %1, %y[%i] : memref<4xf32>
  }
  tir.return
}

// CHECK-LABEL: relax.func @ended
// CHECK: relax.call_prim_func
// CHECK: relax.sum
// CHECK: relax.memory.kill_tensor
relax.func @ended(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.call_prim_func @step ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>)
  %1 = relax.sum %0 {axis = array<i64>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.memory.kill_tensor %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: relax.func @filled
// CHECK: relax.sum
relax.func @filled(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.call_prim_func @step ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>)
  %1 = relax.sum %0 {axis = array<i64>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.call_prim_func @step ins(%1 : tensor<4xf32>) outs(%0 : tensor<4xf32>)
  relax.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// What an in-place call overwrites stays a value: one exponential is enough.
// CHECK-LABEL: relax.func impure @inplace
// CHECK-NEXT: %[[E:.*]] = relax.exp
// CHECK: relax.call_tir_inplace
// CHECK: relax.return %{{.*}}, %[[E]]
relax.func impure @inplace(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.maximum %0, %0 : tensor<4xf32>
  %2 = relax.tuple %0 : (tensor<4xf32>) -> tuple<tensor<4xf32>>
  %3 = relax.dataflow -> tensor<4xf32> {
    %4 = relax.tuple_get_item %2[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
    relax.output %4 : tensor<4xf32>
  }
  %5 = relax.call_tir_inplace @bump(%3) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %5, %1 : tensor<4xf32>, tensor<4xf32>
}
tir.func private @bump(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  memref.store %f, %x[%c0] : memref<4xf32>
  tir.return
}

// What a caller may overwrite through a call that nobody looks into.
// CHECK-LABEL: relax.func impure @unknown
// CHECK: relax.astype
relax.extern_func @outside
relax.func impure @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.astype %x {dtype = f32} : (tensor<4xf32>) -> tensor<4xf32>
  relax.call_packed @outside(%x) : (tensor<4xf32>) -> ()
  relax.return %0 : tensor<4xf32>
}

// Nothing changes these.
// CHECK-LABEL: relax.func impure @folded
// CHECK-NEXT: relax.print
// CHECK-NEXT: %[[E:.*]] = relax.exp
// CHECK-NEXT: relax.call_tir @step(%[[E]])
// CHECK-NEXT: relax.return
relax.func impure @folded(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.print "{}"(%x) : tensor<4xf32>
  %0 = relax.astype %x {dtype = f32} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.exp %0 : tensor<4xf32>
  %2 = relax.permute_dims %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.call_tir @step(%2) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}
