// RUN: relax-opt %s -relax-normalize | FileCheck %s
// RUN: relax-opt %s -relax-normalize -relax-normalize | FileCheck %s
// RUN: %same-results=relax-normalize

// Three in a row are one; a type that a result adds to is checked.
// CHECK-LABEL: @three
// CHECK: %[[R:.*]]:3 = relax.dataflow
// CHECK: %[[A:.*]] = relax.exp
// CHECK: %[[B:.*]] = relax.match_cast %[[A]] : tensor<?xf32> to tensor<4xf32>
// CHECK: %[[C:.*]] = relax.exp %[[B]]
// CHECK: %[[D:.*]] = relax.exp %[[C]]
// CHECK: relax.output %[[A]], %[[C]], %[[D]]
// CHECK: relax.return %[[R]]#2
relax.func @three(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %3 = relax.exp %x : tensor<?xf32>
    relax.output %3 : tensor<?xf32>
  }
  %1 = relax.dataflow -> tensor<4xf32> {
    %3 = relax.exp %0 : tensor<4xf32>
    relax.output %3 : tensor<4xf32>
  }
  %2 = relax.dataflow -> tensor<4xf32> {
    %3 = relax.exp %1 : tensor<4xf32>
    relax.output %3 : tensor<4xf32>
  }
  relax.return %2 : tensor<4xf32>
}

// An effect in between keeps them apart.
// CHECK-LABEL: @apart
// CHECK-COUNT-2: relax.dataflow
relax.func impure private @apart(%x: tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    relax.output %x : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.print "{}"(%0) : tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    relax.output %x : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return
}
