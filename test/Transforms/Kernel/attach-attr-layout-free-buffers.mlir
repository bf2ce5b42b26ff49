// RUN: relax-opt %s --relax-attach-attr-layout-free-buffers | FileCheck %s
// RUN: relax-opt %s --relax-attach-attr-layout-free-buffers --relax-attach-attr-layout-free-buffers | FileCheck %s
// RUN: %same-results=relax-attach-attr-layout-free-buffers

// A program that is called in two ways is two; a public one stays as it is, and
// so does one that nobody calls.
// CHECK-DAG: tir.func private @add({{.*}} attributes {layout_free_buffers = [1], num_inputs = 2 : i64}
// CHECK-DAG: tir.func private @[[OTHER:add_[0-9]+]]({{.*}} attributes {layout_free_buffers = [], num_inputs = 2 : i64}
// CHECK-DAG: tir.func @public({{.*}} attributes {num_inputs = 1 : i64}
// CHECK-DAG: tir.func private @[[COPY:public_[0-9]+]]({{.*}} attributes {layout_free_buffers = [0], num_inputs = 1 : i64}
// CHECK-DAG: tir.func private @dead({{.*}} attributes {num_inputs = 1 : i64}
tir.func private @add(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = memref.load %y[%i] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %z[%i] : memref<4xf32>
  }
  tir.return
}
tir.func @public(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.func private @dead(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}

// CHECK-LABEL: relax.func @main(
// CHECK: relax.call_tir @add(
// CHECK: relax.call_tir @add(
// CHECK: relax.call_tir @[[OTHER]](
// CHECK: relax.call_tir @[[COPY]](
relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.call_tir @add(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_tir @add(%0, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_tir @add(%1, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.call_tir @public(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = relax.call_tir @add(%2, %3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %4 : tensor<4xf32>
}
