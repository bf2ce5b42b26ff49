// RUN: relax-opt %s --relax-fuse-ops-by-pattern=patterns=%S/Inputs/library-patterns.mlir --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-fuse-ops-by-pattern=patterns=%S/Inputs/library-patterns.mlir --relax-fuse-ops-by-pattern=patterns=%S/Inputs/library-patterns.mlir --split-input-file | FileCheck %s
// RUN: relax-opt %s '--relax-fuse-ops-by-pattern=patterns=%S/Inputs/library-patterns.mlir bind-constants=false' --split-input-file | FileCheck %s --check-prefix=PASSED
// RUN: relax-opt %s '--relax-fuse-ops-by-pattern=patterns=%S/Inputs/library-patterns.mlir annotate-codegen' --split-input-file | FileCheck %s --check-prefix=LIBRARY
// RUN: relax-opt %s '--relax-fuse-ops-by-pattern=patterns=%S/Inputs/library-patterns.mlir annotate-codegen' '--relax-fuse-ops-by-pattern=patterns=%S/Inputs/library-patterns.mlir annotate-codegen' --split-input-file | FileCheck %s --check-prefix=LIBRARY
// RUN: %same-results="relax-fuse-ops-by-pattern{patterns=%S/Inputs/library-patterns.mlir}"
// RUN: %same-results="relax-fuse-ops-by-pattern{patterns=%S/Inputs/library-patterns.mlir annotate-codegen}"

// Equal matches share a function, whose sizes are its own; what lies between
// the ops of a match and does not need it stays in front.
// CHECK-LABEL: relax.func @twice
// CHECK: relax.exp
// CHECK: relax.call @fused_relax_add_relax_nn_relu(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #{{.*}}>, tensor<?x4xf32, #{{.*}}>) -> tensor<?x4xf32, #{{.*}}>
// CHECK: relax.call @fused_relax_add_relax_nn_relu(
// CHECK-NOT: relax.nn.relu
// CHECK: relax.func private @fused_relax_add_relax_nn_relu(%[[X:[a-z0-9]+]]: tensor<?x4xf32, #{{.*}}>, %[[Y:[a-z0-9]+]]: tensor<?x4xf32, #{{.*}}>) -> tensor<?x4xf32, #{{.*}}> attributes {Composite = "my.add_relu", relax.primitive}
// CHECK: %[[S:.*]] = relax.add %[[X]], %[[Y]]
// CHECK: relax.nn.relu %[[S]]
// CHECK-NOT: relax.func

// LIBRARY-LABEL: relax.func @twice
// LIBRARY: relax.call @fused_relax_add_relax_nn_relu_my(
// LIBRARY: relax.call @fused_relax_add_relax_nn_relu_my(
// LIBRARY-LABEL: relax.func @fused_relax_add_relax_nn_relu_my(
// LIBRARY-SAME: attributes {Codegen = "my"}
// LIBRARY: %[[F:.*]] = relax.lambda {Composite = "my.add_relu"}
// LIBRARY: relax.invoke_pure_closure %[[F]](
relax.func @twice(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.dataflow -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
    %1 = relax.add %x, %y : tensor<?x4xf32, #relax.dims<[n, 4]>>
    %2 = relax.exp %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
    %3 = relax.nn.relu %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    %4 = relax.add %3, %2 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    %5 = relax.nn.relu %4 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    relax.output %5 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  }
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// What is used outside is a result too, and who uses it comes behind the call.
// CHECK-LABEL: relax.func @inner
// CHECK: %[[C:.*]]:2 = relax.call @fused_relax_add_relax_nn_relu(
// CHECK-NEXT: %[[E:.*]] = relax.exp %[[C]]#0
// CHECK-NEXT: relax.subtract %[[E]], %[[C]]#1
relax.func @inner(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.add %x, %y : tensor<4xf32>
    %2 = relax.exp %1 : tensor<4xf32>
    %3 = relax.nn.relu %1 : tensor<4xf32>
    %4 = relax.subtract %2, %3 : tensor<4xf32>
    relax.output %4 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

// A constant goes along, unless it is to be passed. One of another rank is none.
// CHECK-LABEL: relax.func @scaled
// CHECK: relax.call @fused_relax_multiply(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.multiply
// CHECK: relax.func private @fused_relax_multiply(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.constant dense<2.0{{.*}}> : tensor<f32>
// PASSED-LABEL: relax.func @scaled
// PASSED: relax.call @fused_relax_multiply(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
relax.func @scaled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = relax.constant dense<2.0> : tensor<f32>
  %d = relax.constant dense<3.0> : tensor<1xf32>
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.multiply %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = relax.multiply %1, %d : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

// Attributes are compared, and a value that is used twice is none of one use.
// CHECK-LABEL: relax.func @sums
// CHECK: relax.call @fused_relax_exp_relax_sum(
// CHECK: relax.exp
// CHECK: relax.sum
// CHECK: relax.exp
// CHECK: relax.sum
// CHECK: relax.func private
relax.func @sums(%x: tensor<2x4xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2x4xf32>) {
  %0:4 = relax.dataflow -> tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2x4xf32> {
    %1 = relax.exp %x : tensor<2x4xf32>
    %2 = relax.sum %1 {axis = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
    %3 = relax.exp %x : tensor<2x4xf32>
    %4 = relax.sum %3 {axis = array<i64: 0>} : (tensor<2x4xf32>) -> tensor<4xf32>
    %5 = relax.exp %x : tensor<2x4xf32>
    %6 = relax.sum %5 {axis = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
    relax.output %2, %4, %6, %5 : tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2x4xf32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3 : tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2x4xf32>
}

// -----

// An op between the ops of a match that needs the first and is needed by the
// last; ops outside of dataflow regions; a match that nobody uses.
// CHECK-LABEL: relax.func @apart
// CHECK-NOT: relax.call
relax.func @apart(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.add %x, %y : tensor<4xf32>
    %2 = relax.nn.relu %1 : tensor<4xf32>
    relax.output %x : tensor<4xf32>
  }
  %3 = relax.add %0, %y : tensor<4xf32>
  %4 = relax.nn.relu %3 : tensor<4xf32>
  relax.return %4 : tensor<4xf32>
}

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}

// CHECK-LABEL: relax.func private @dead
// CHECK: relax.call @fused_relax_add_relax_nn_relu
relax.func private @dead(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.add %x, %y : tensor<4xf32>
    %2 = relax.nn.relu %1 : tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
