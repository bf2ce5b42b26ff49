// What stays when functions may stay: those that cannot be converted, and their
// neighbors.
// RUN: relax-opt %s --convert-relax-to-linalg=partial --verify-diagnostics | FileCheck %s

// CHECK-LABEL: relax.func @sorts
relax.func @sorts(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{this function stays: 'relax.sort' cannot become linalg: a block of its tensor program has 'tir.for'}}
  %0 = relax.sort %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call @called(%0) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
// CHECK-LABEL: relax.func private @called
// expected-remark @below {{this function stays: it calls, or is called by, one that stays}}
relax.func private @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func @alone
// CHECK: call @helper
relax.func @alone(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func private @helper
// CHECK: linalg.exp
relax.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: tir.func private @kept
tir.func private @kept(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
