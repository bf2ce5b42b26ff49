// RUN: relax-opt %s --relax-alter-op-impl | FileCheck %s
// RUN: relax-opt %s --relax-alter-op-impl --relax-alter-op-impl | FileCheck %s
// RUN: relax-opt %s --relax-alter-op-impl --relax-optimize-layout-transform | FileCheck %s --check-prefix=CHAIN
// RUN: %same-results=relax-alter-op-impl

#turn = affine_map<(i, j) -> (j, i)>
#same = affine_map<(i) -> (i)>

// What is given and taken is in the layout of the other program; where two
// follow each other, it need not come back in between.
// CHECK-LABEL: relax.func @chain(
// CHECK: %[[A:.*]] = relax.layout_transform %{{.*}} : (tensor<2x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %[[B:.*]] = relax.call_tir @turned(%[[A]]) : (tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: relax.layout_transform %[[B]] {{.*}} : (tensor<4x2xf32>) -> tensor<2x4xf32>
// CHECK: relax.call_tir @turned(
// CHECK: relax.return
// CHAIN-LABEL: relax.func @chain(
// CHAIN-NEXT: relax.layout_transform
// CHAIN-NEXT: relax.call_tir @turned(
// CHAIN-NEXT: relax.call_tir @turned(
// CHAIN-NEXT: relax.layout_transform
// CHAIN-NEXT: relax.return
relax.func @chain(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = relax.call_tir @negative(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = relax.call_tir @negative(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  relax.return %1 : tensor<2x4xf32>
}
tir.func private @negative(%x: memref<2x4xf32>, %y: memref<2x4xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.negative"} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c2 {
    tir.for %j = %c0 to %c4 {
      %0 = memref.load %x[%i, %j] : memref<2x4xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%i, %j] : memref<2x4xf32>
    }
  }
  tir.return
}
tir.func private @turned(%x: memref<4x2xf32>, %y: memref<4x2xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.negative", implements = "relax.negative", buffer_layouts = [#turn, #turn]} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  tir.for %j = %c0 to %c4 {
    tir.for %i = %c0 to %c2 {
      %0 = memref.load %x[%j, %i] : memref<4x2xf32>
      %1 = arith.negf %0 : f32
      memref.store %1, %y[%j, %i] : memref<4x2xf32>
    }
  }
  tir.return
}

// One in the same layout takes any size.
// CHECK-LABEL: relax.func @sized(
// CHECK-NEXT: relax.call_tir @whole(%{{.*}}) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
// CHECK-NEXT: relax.return
relax.func @sized(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call_tir @copy(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
tir.func private @copy(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64, operator_name = "my.copy"} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %y[%i] : memref<?xf32>
  }
  tir.return
}
tir.func private @whole(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64, implements = "my.copy", buffer_layouts = [#same, #same]} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  tir.return
}

// What nobody implements stays, and so does what has no name.
// CHECK-LABEL: relax.func private @dead(
// CHECK-NEXT: relax.call_tir @other(
// CHECK-NEXT: relax.call_tir @unnamed(
relax.func private @dead(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relax.call_tir @other(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relax.call_tir @unnamed(%0) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %1 : tensor<2xf32>
}
tir.func private @other(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.exp"} {
  memref.copy %x, %y : memref<2xf32> to memref<2xf32>
  tir.return
}
tir.func private @unnamed(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<2xf32> to memref<2xf32>
  tir.return
}

relax.func @empty() {
  relax.return
}
