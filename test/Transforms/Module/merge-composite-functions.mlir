// RUN: relax-opt %s --relax-merge-composite-functions --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-merge-composite-functions --relax-merge-composite-functions --split-input-file | FileCheck %s
// RUN: %same-results=relax-merge-composite-functions

// One library's calls that use each other, across what is none of them, are one
// function; its local functions have sizes of their own names.
// CHECK-LABEL: relax.func @chain
// CHECK: %[[E:.*]] = relax.exp
// CHECK: %[[C:.*]] = relax.call @fused_double_relu_double_my(%{{.*}}, %[[E]])
// CHECK: relax.output %[[C]]
// CHECK-NOT: relax.func private
// CHECK-LABEL: relax.func @fused_double_relu_double_my(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32, #{{.*}}attributes {Codegen = "my"}
// CHECK: %[[D:.*]] = relax.lambda {Composite = "my.double"}
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<?xf32, #relax.dims<[n_0]>>):
// CHECK: %[[Y:.*]] = relax.invoke_pure_closure %[[D]](%[[X]])
// CHECK: %[[R:.*]] = relax.lambda {Composite = "my.relu"}
// CHECK: relax.invoke_pure_closure %[[R]](%[[Y]], %{{.*}})
// CHECK: relax.invoke_pure_closure %[[D]]
// CHECK-NOT: relax.dataflow
relax.func @chain(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.call @double(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
    %2 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
    %3 = relax.call @relu(%1, %2) : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
    %4 = relax.call @double(%3) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
    relax.output %4 : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
relax.func private @double(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> attributes {Composite = "my.double"} {
  %0 = relax.add %x, %x : tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
relax.func private @relu(%x: tensor<?xf32, #relax.dims<[m]>>, %y: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> attributes {Composite = "my.relu", relax.primitive} {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[m]>> {
    %1 = relax.add %x, %y : tensor<?xf32, #relax.dims<[m]>>
    %2 = relax.nn.relu %1 : tensor<?xf32, #relax.dims<[m]>>
    relax.output %2 : tensor<?xf32, #relax.dims<[m]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
}

// -----

// The last call uses the first and what needs the first: together they would
// wait for each other.
// CHECK-LABEL: relax.func @around
// CHECK: %[[A:.*]] = relax.call @fused_double_my(
// CHECK: %[[E:.*]] = relax.exp %[[A]]
// CHECK: relax.call @fused_sum_my(%[[A]], %[[E]])
relax.func @around(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = relax.exp %1 : tensor<4xf32>
    %3 = relax.call @sum(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    relax.output %3 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// Two libraries between each other.
// CHECK-LABEL: relax.func @libraries
// CHECK: %[[A:.*]] = relax.call @fused_double_my(
// CHECK: %[[B:.*]] = relax.call @fused_halve_other(%[[A]])
// CHECK: relax.call @fused_sum_my(%[[A]], %[[B]])
relax.func @libraries(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = relax.call @halve(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = relax.call @sum(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    relax.output %3 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
relax.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Composite = "my.double"} {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func private @sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {Composite = "my.sum"} {
  %0 = relax.add %x, %y : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func private @halve(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Composite = "other.halve"} {
  %0 = relax.sqrt %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// A tuple that is only taken apart passes inside.
// CHECK-LABEL: relax.func @tuples
// CHECK: relax.call @fused_both_relax_tuple_get_item_relax_tuple_get_item_sum_my(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
relax.func @tuples(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.call @both(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
    %2 = relax.tuple_get_item %1[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
    %3 = relax.tuple_get_item %1[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
    %4 = relax.call @sum(%2, %3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    relax.output %4 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
relax.func private @both(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> attributes {Composite = "my.both"} {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.tuple %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %1 : tuple<tensor<4xf32>, tensor<4xf32>>
}
relax.func private @sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {Composite = "my.sum"} {
  %0 = relax.add %x, %y : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
