// RUN: relax-opt %s -split-input-file -relax-to-non-dataflow | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-to-non-dataflow -relax-to-non-dataflow | FileCheck %s
// RUN: %same-results=relax-to-non-dataflow

// CHECK-LABEL: relax.func @inline
// CHECK-NOT: relax.dataflow
// CHECK: %[[V:.*]] = relax.tuple
// CHECK: relax.tuple_get_item %[[V]][0]
relax.func @inline(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tuple<tensor<4xf32>> {
    %1 = relax.tuple %x : (tensor<4xf32>) -> tuple<tensor<4xf32>>
    relax.output %1 : tuple<tensor<4xf32>>
  }
  %2 = relax.tuple_get_item %0[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
  relax.return %2 : tensor<4xf32>
}

// -----

// What a result says and the region does not know is checked.
// CHECK-LABEL: relax.func @dynamic
// CHECK-NOT: relax.dataflow
// CHECK: relax.match_cast %{{.*}} : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
relax.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    relax.output %x : tensor<?xf32>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// CHECK-LABEL: relax.func private @dead
// CHECK-NEXT: relax.return
relax.func private @dead() {
  relax.dataflow {
    relax.output
  }
  relax.return
}

// -----

// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}

// -----

// CHECK-LABEL: relax.func @branches
// CHECK: relax.if
// CHECK-NOT: relax.dataflow
relax.func @branches(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %1 = relax.dataflow -> tensor<4xf32> {
      relax.output %x : tensor<4xf32>
    }
    relax.yield %1 : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
