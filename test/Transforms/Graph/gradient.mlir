// Add the function that gives the derivatives of a function.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-gradient --relax-gradient | FileCheck %s
// RUN: %same-results="relax-gradient"

// A value that is used twice gets the sum; what stands in a region is one with
// what is around it. A function that is not named stays alone.
// CHECK-LABEL: relax.func @main(
// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-SAME: (tensor<f32>, tensor<4xf32> {relax.derivative = "arg0"})
// CHECK-NEXT: relax.dataflow -> tensor<f32>, tensor<4xf32>
// CHECK: %[[E:.*]] = relax.exp %[[X:.*]] :
// CHECK: %[[T:.*]] = relax.tanh %[[E]]
// CHECK: relax.broadcast_to
// CHECK-DAG: relax.multiply %{{.*}}, %[[E]]
// CHECK-DAG: relax.multiply %{{.*}}, %[[T]]
// CHECK: %[[S:.*]] = relax.add
// CHECK: relax.multiply %[[S]], %[[E]]
// CHECK-NOT: relax.dataflow
// CHECK: relax.return
// CHECK-NOT: relax.func @{{.*}}_adjoint
relax.func private @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
relax.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %x : tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  %2 = relax.tanh %0 : tensor<4xf32>
  %3 = relax.multiply %0, %2 : tensor<4xf32>
  %4 = relax.sum %3 : (tensor<4xf32>) -> tensor<f32>
  relax.return %4 : tensor<f32>
}

// -----

// What was broadcast along known sizes is accumulated; sizes with names stay.
// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-SAME: (tensor<f32>, tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.derivative = "arg0"}, tensor<4xf32> {relax.derivative = "arg1"})
// CHECK: %[[S:.*]] = relax.sum %[[D:.*]] {axis = array<i64: 0>}
// CHECK: relax.output %{{.*}}, %[[D]], %[[S]]
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.sum %0 : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// Whether a size was broadcast shows when the program runs.
// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: relax.collapse_sum_like %[[D:.*]], %{{.*}} : (tensor<?xf32>, tensor<?xf32, #relax.dims<[n]>>)
// CHECK: relax.collapse_sum_like %[[D]], %{{.*}} : (tensor<?xf32>, tensor<?xf32, #relax.dims<[m]>>)
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32> {
  %0 = relax.add %x, %y : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32>
  %1 = relax.sum %0 : (tensor<?xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// Integers have no derivative; what goes through comparisons, steps and marks
// has none either, and the marks are gone.
// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-SAME: (tensor<f32>, tensor<4xf32> {relax.derivative = "arg0"}, tensor<4xf32> {relax.derivative = "arg1"})
// CHECK: relax.where
// CHECK-NOT: relax.grad.no_grad
// CHECK: %[[X:.*]] = relax.zeros_like %{{.*}} : (tensor<4xf32>)
// CHECK: %[[Y:.*]] = relax.zeros_like %{{.*}} : (tensor<4xf32>)
// CHECK: relax.output %{{.*}}, %[[X]], %[[Y]]
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<f32> {
  %one = relax.constant dense<1.0> : tensor<f32>
  %0 = relax.greater %x, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %1 = relax.astype %i {dtype = f32} : (tensor<4xi64>) -> tensor<4xf32>
  %2 = relax.grad.no_grad %y : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.where %0, %1, %2 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = relax.floor %x : tensor<4xf32>
  %5 = relax.add %3, %4 : tensor<4xf32>
  %6 = relax.sum %5 : (tensor<4xf32>) -> tensor<f32>
  relax.return %6 : tensor<f32>
}

// -----

// Tuples go through as their fields do, and a parameter that is one gets one.
// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-SAME: (tuple<tensor<f32>, tensor<4xf32>>, tuple<tensor<4xf32>, tensor<4xi64>, tensor<f32>> {relax.derivative = "arg0"})
// CHECK: %[[I:.*]] = relax.zeros_like %{{.*}} : (tensor<4xi64>)
// CHECK: %[[F:.*]] = relax.zeros_like %{{.*}} : (tensor<f32>)
// CHECK: relax.tuple %{{.*}}, %[[I]], %[[F]]
relax.func @main(%t: tuple<tensor<4xf32>, tensor<4xi64>, tensor<f32>>) -> tuple<tensor<f32>, tensor<4xf32>> {
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>, tensor<4xi64>, tensor<f32>> -> tensor<4xf32>
  %1 = relax.tuple %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %2 = relax.tuple_get_item %1[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %3 = relax.mean %2 : (tensor<4xf32>) -> tensor<f32>
  %4 = relax.tuple %3, %0 : (tensor<f32>, tensor<4xf32>) -> tuple<tensor<f32>, tensor<4xf32>>
  relax.return %4 : tuple<tensor<f32>, tensor<4xf32>>
}

// -----

// Between the marks of a checkpoint values are computed anew: `exp`, but not
// `sin`, which is what goes out, nor `cos` before.
// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[A:.*]] = relax.cos
// CHECK-NEXT: %[[B:.*]] = relax.exp %[[A]]
// CHECK-NEXT: %[[C:.*]] = relax.sin %[[B]]
// CHECK: relax.exp %[[C]]
// CHECK: relax.broadcast_to
// CHECK: %[[B2:.*]] = relax.exp %[[A]]
// CHECK: relax.cos %[[B2]]
// CHECK: relax.multiply %{{.*}}, %[[B2]]
// CHECK-NOT: checkpoint
relax.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.cos %x : tensor<4xf32>
  %1 = relax.grad.start_checkpoint %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.exp %1 : tensor<4xf32>
  %3 = relax.sin %2 : tensor<4xf32>
  %4 = relax.grad.end_checkpoint %3 : (tensor<4xf32>) -> tensor<4xf32>
  %5 = relax.exp %4 : tensor<4xf32>
  %6 = relax.sum %5 : (tensor<4xf32>) -> tensor<f32>
  relax.return %6 : tensor<f32>
}

// -----

// A choice that the number does not depend on is left alone, between two
// regions. A function without parameters of floats only gives its results.
// CHECK-LABEL: relax.func @main_adjoint(%arg0: i1, %arg1: tensor<f32>)
// CHECK: relax.dataflow
// CHECK: relax.if %arg0
// CHECK: relax.dataflow
// CHECK: relax.return
relax.func @main(%c: i1, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = relax.exp %x : tensor<f32>
  %1 = relax.if %c : i1 -> tensor<f32> {
    relax.yield %0 : tensor<f32>
  } else {
    relax.yield %x : tensor<f32>
  }
  %2 = relax.sin %0 : tensor<f32>
  relax.return %2, %1 : tensor<f32>, tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint() -> tensor<f32>
// CHECK-NOT: zeros
relax.func @main() -> tensor<f32> {
  %0 = relax.constant dense<1.0> : tensor<f32>
  relax.return %0 : tensor<f32>
}
