// RUN: relax-opt %s --relax-lazy-get-input | FileCheck %s
// RUN: relax-opt %s --relax-lazy-get-input --relax-lazy-get-input | FileCheck %s
// RUN: relax-opt %s --relax-lazy-get-input=getter=my.get | FileCheck %s --check-prefix=GETTER
// GETTER: relax.call_dps_packed @my.get
// GETTER: relax.extern_func @my.get

// In front of the first use, once, also inside of a region; with the sizes of
// an input; in the order of weights. One that nothing uses is not requested.
// CHECK-LABEL: relax.func @main(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x2xf32, #relax.dims<[n, 2]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64}
// CHECK-NEXT: relax.dataflow
// CHECK-NEXT: %[[N:.*]] = relax.shape [1]
// CHECK-NEXT: %[[NAME:.*]] = relax.constant dense<[98, 105, 97, 115]> : tensor<4xui8>
// CHECK-NEXT: %[[B:.*]] = relax.call_dps_packed @get_param(%[[N]], %[[NAME]]) : (!relax.shape<[1]>, tensor<4xui8>) -> tensor<2xf32>
// CHECK-NEXT: relax.add %[[X]], %[[B]]
// CHECK-NEXT: relax.shape [0]
// CHECK-NEXT: relax.constant
// CHECK-NEXT: %[[W:.*]] = relax.call_dps_packed @get_param({{.*}}) : (!relax.shape<[0]>, tensor<4xui8>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
// CHECK-NEXT: relax.multiply %{{.*}}, %[[W]]
// CHECK-NEXT: relax.add %{{.*}}, %[[B]]
// CHECK-NOT: get_param
// CHECK: relax.return
relax.func @main(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>, %w: tensor<?x2xf32, #relax.dims<[n, 2]>>, %b: tensor<2xf32> {relax.name = "bias"}, %u: tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
    %1 = relax.add %x, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    %2 = relax.multiply %1, %w : tensor<?x2xf32, #relax.dims<[n, 2]>>
    %3 = relax.add %2, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    relax.output %3 : tensor<?x2xf32, #relax.dims<[n, 2]>>
  }
  relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
}

// Uses in a region and behind it: in front of the region.
// CHECK-LABEL: relax.func @around(
// CHECK: %[[W:.*]] = relax.call_dps_packed @get_param
// CHECK-NEXT: relax.dataflow
// CHECK: relax.add %{{.*}}, %[[W]]
relax.func @around(%x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<2xf32> {
    %1 = relax.add %x, %w : tensor<2xf32>
    relax.output %1 : tensor<2xf32>
  }
  %2 = relax.add %0, %w : tensor<2xf32>
  relax.return %2 : tensor<2xf32>
}

// A tuple: each field where it is taken; what follows counts on.
// CHECK-LABEL: relax.func @tuple() -> tensor<2xf32> attributes {num_input = 0 : i64}
// CHECK: relax.shape [1]
// CHECK: %[[B:.*]] = relax.call_dps_packed @get_param
// CHECK: relax.shape [2]
// CHECK: %[[C:.*]] = relax.call_dps_packed @get_param
// CHECK: relax.add %[[B]], %[[C]]
relax.func @tuple(%p: tuple<tensor<3xf32>, tensor<2xf32>>, %w: tensor<2xf32>) -> tensor<2xf32> attributes {num_input = 0 : i64} {
  %0 = relax.tuple_get_item %p[1] : tuple<tensor<3xf32>, tensor<2xf32>> -> tensor<2xf32>
  %1 = relax.add %0, %w : tensor<2xf32>
  relax.return %1 : tensor<2xf32>
}

// Nothing to do: no weights; no `num_input`; an empty and a dead function.
// CHECK-LABEL: relax.func @inputs(%{{.*}}: tensor<2xf32>) -> tensor<2xf32> attributes {num_input = 1 : i64}
relax.func @inputs(%x: tensor<2xf32>) -> tensor<2xf32> attributes {num_input = 1 : i64} {
  relax.return %x : tensor<2xf32>
}
// CHECK-LABEL: relax.func @plain(%{{.*}}: tensor<2xf32>)
relax.func @plain(%x: tensor<2xf32>) {
  relax.return
}
// CHECK-LABEL: relax.func private @dead() attributes {num_input = 0 : i64}
relax.func private @dead(%x: tensor<2xf32>) attributes {num_input = 0 : i64} {
  relax.return
}
// CHECK: relax.extern_func @get_param
