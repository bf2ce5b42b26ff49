// RUN: relax-opt %s --relax-append-loss | FileCheck %s
// RUN: relax-opt %s --relax-append-loss --relax-append-loss | FileCheck %s
// RUN: relax-opt %s --relax-append-loss='func-name=stateful loss=sized new-name=trained' | FileCheck %s --check-prefix=STATE
// RUN: relax-opt %s --relax-append-loss='func-name=several loss=two num-outputs=2' | FileCheck %s --check-prefix=SEVERAL
// RUN: relax-opt %s --relax-append-loss='func-name=empty loss=two num-outputs=2' | FileCheck %s --check-prefix=EMPTY
// RUN: %same-results=relax-append-loss
// RUN: relax-opt %s --relax-append-loss -o %t.mlir
// RUN: relax-interp %t.mlir --function=main_loss --input=2xf32='1 2' --input=2xf32='3 4' --input=2xf32='4 8' --expected_output=f32=-2
// RUN: relax-opt %s --relax-append-loss --relax-gradient=func-name=main_loss --canonicalize | FileCheck %s --check-prefix=GRADIENT

// Both stay; targets come behind what the function takes, and keep names.
// CHECK-LABEL: relax.func @main(
// CHECK-LABEL: relax.func @main_loss(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[W:.*]]: tensor<2xf32> {relax.name = "w"}, %[[T:.*]]: tensor<2xf32> {relax.name = "target"}) -> tensor<f32> {
// CHECK: %[[P:.*]] = relax.dataflow -> tensor<2xf32>
// CHECK: relax.add
// CHECK: relax.dataflow -> tensor<f32>
// CHECK: relax.subtract %[[P]], %[[T]]
// CHECK-NOT: relax.call
// CHECK: relax.return %{{.*}} : tensor<f32>
// CHECK: relax.func private @loss(
// The derivative by all three.
// GRADIENT: relax.func @main_loss_adjoint({{.*}}) -> (tensor<f32>, tensor<2xf32> {relax.derivative = "arg0"}, tensor<2xf32> {relax.derivative = "w"}, tensor<2xf32> {relax.derivative = "target"})
relax.func @main(%x: tensor<2xf32>, %w: tensor<2xf32> {relax.name = "w"}) -> tensor<2xf32> {
  %0 = relax.dataflow -> tensor<2xf32> {
    %1 = relax.add %x, %w : tensor<2xf32>
    relax.output %1 : tensor<2xf32>
  }
  relax.return %0 : tensor<2xf32>
}
relax.func private @loss(%p: tensor<2xf32>, %t: tensor<2xf32> {relax.name = "target"}) -> tensor<f32> {
  %0 = relax.dataflow -> tensor<f32> {
    %1 = relax.subtract %p, %t : tensor<2xf32>
    %2 = relax.sum %1 : (tensor<2xf32>) -> tensor<f32>
    relax.output %2 : tensor<f32>
  }
  relax.return %0 : tensor<f32>
}

// The loss's `m` is the function's `n`; its `n` is a new one. What is no
// prediction, a state, is given behind the loss, in a tuple as here.
// STATE-LABEL: relax.func @trained(
// STATE-SAME: tensor<?xf32, #relax.dims<[n]>>, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<?xf32, #relax.dims<[n]>>, %{{.*}}: tensor<?xf32, #relax.dims<[[[N:.*]]]>>) -> tuple<tensor<f32>, tensor<4xf32>>
relax.func @stateful(%x: tensor<?xf32, #relax.dims<[n]>>, %s: tensor<4xf32>) -> tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>> {
  %0 = relax.exp %s : tensor<4xf32>
  %1 = relax.tuple %x, %0 : (tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>) -> tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>>
  relax.return %1 : tuple<tensor<?xf32, #relax.dims<[n]>>, tensor<4xf32>>
}
relax.func private @sized(%p: tensor<?xf32, #relax.dims<[m]>>, %t: tensor<?xf32, #relax.dims<[m]>>, %u: tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32> {
  %0 = relax.subtract %p, %t : tensor<?xf32, #relax.dims<[m]>>
  %1 = relax.sum %0 : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<f32>
  %2 = relax.sum %u : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32>
  %3 = relax.add %1, %2 : tensor<f32>
  relax.return %3 : tensor<f32>
}

// Several results, all of them predictions.
// SEVERAL-LABEL: relax.func @several_loss(
// SEVERAL-SAME: %[[X:.*]]: tensor<2xf32>) -> tensor<f32>
// SEVERAL: %[[E:.*]] = relax.exp %[[X]]
// SEVERAL: relax.add %[[X]], %[[E]]
relax.func @several(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = relax.exp %x : tensor<2xf32>
  relax.return %x, %0 : tensor<2xf32>, tensor<2xf32>
}
relax.func private @two(%p: tensor<2xf32>, %q: tensor<2xf32>) -> tensor<f32> {
  %0 = relax.add %p, %q : tensor<2xf32>
  %1 = relax.sum %0 : (tensor<2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// An empty function.
// EMPTY-LABEL: relax.func @empty_loss(
// EMPTY-SAME: %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>) -> tensor<f32>
// EMPTY: relax.add %[[A]], %[[B]]
relax.func @empty(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  relax.return %x, %y : tensor<2xf32>, tensor<2xf32>
}
