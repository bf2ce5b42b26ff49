// RUN: relax-opt %s --tir-fast-math-transform | FileCheck %s
// RUN: relax-opt %s --tir-fast-math-transform --tir-fast-math-transform | FileCheck %s
// RUN: %same-results=tir-fast-math-transform --tolerance=4e-7

// CHECK-LABEL: tir.func private @all(
// CHECK-NOT: math.exp
// CHECK-NOT: math.tanh
// CHECK-NOT: math.erf
// CHECK: math.floor
// CHECK: arith.fptosi
// CHECK: arith.bitcast
// CHECK-COUNT-2: arith.divf
tir.func private @all(%x: memref<64xf32>, %y: memref<3x64xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  tir.for %i = %c0 to %c64 {
    %0 = memref.load %x[%i] : memref<64xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %y[%c0, %i] : memref<3x64xf32>
    %2 = math.tanh %0 : f32
    memref.store %2, %y[%c1, %i] : memref<3x64xf32>
    %3 = math.erf %0 : f32
    memref.store %3, %y[%c2, %i] : memref<3x64xf32>
  }
  tir.return
}
relax.func @main(%x: tensor<64xf32>) -> tensor<3x64xf32> {
  %0 = relax.call_tir @all(%x) : (tensor<64xf32>) -> tensor<3x64xf32>
  relax.return %0 : tensor<3x64xf32>
}

// Vectors become those of the same length; other types, and other functions,
// stay.
// CHECK-LABEL: tir.func private @others(
// CHECK: arith.bitcast %{{.*}} : vector<4xi32> to vector<4xf32>
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.log
tir.func private @others(%x: memref<4xf32>, %z: memref<f64>, %y: memref<4xf32>, %w: memref<f64>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
  %1 = math.exp %0 : vector<4xf32>
  vector.store %1, %y[%c0] : memref<4xf32>, vector<4xf32>
  %2 = memref.load %z[] : memref<f64>
  %3 = math.exp %2 : f64
  %4 = math.log %3 : f64
  memref.store %4, %w[] : memref<f64>
  tir.return
}

// CHECK-LABEL: tir.func private @empty(
tir.func private @empty(%x: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
