// Tuples and calls of tensor programs among what is fused: members that do not
// fit are passed over, and the results stay.
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir"

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir
// CHECK: relax.return
tir.func private @given(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.negf %0 : f32
    memref.store %1, %y[%i] : memref<4xf32>
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>, %t: tuple<tensor<4xf32>, tensor<4xf32>>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %1 = relax.add %x, %0 : tensor<4xf32>
  %2 = relax.call_tir @given(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.tuple %1, %2 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %4 = relax.tuple_get_item %3[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %5 = relax.exp %4 : tensor<4xf32>
  %6 = relax.tuple %5, %1 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %6 : tuple<tensor<4xf32>, tensor<4xf32>>
}
