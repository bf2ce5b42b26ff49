// RUN: relax-opt %s --relax-bundle-model-params | FileCheck %s
// RUN: relax-opt %s --relax-bundle-model-params --relax-bundle-model-params | FileCheck %s
// RUN: relax-opt %s --relax-bundle-model-params=param-name=weights | FileCheck %s --check-prefix=NAME
// RUN: relax-opt %s --relax-bundle-model-params -o %t.mlir
// RUN: relax-interp %s --function=main --input=1x2xf32=1 --input=2x1xf32='2 3' --input=1xf32=4 --expected_output=1x1xf32=9
// RUN: relax-interp %t.mlir --function=main --input=1x2xf32=1 --input=2x1xf32='2 3' --input=1xf32=4 --expected_output=1x1xf32=9

// Each user takes a weight right before, also inside of a region; inputs stay.
// CHECK-LABEL: relax.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<?x2xf32, #{{.*}}>, %[[P:.*]]: tuple<tensor<2x?xf32, #{{.*}}>, tensor<?xf32, #{{.*}}>> {relax.name = "model_params"}) -> tensor<?x?xf32, #{{.*}}> attributes {num_input = 1 : i64}
// CHECK-NEXT: relax.dataflow
// CHECK-NEXT: %[[W:.*]] = relax.tuple_get_item %[[P]][0]
// CHECK-NEXT: %[[M:.*]] = relax.matmul %[[X]], %[[W]]
// CHECK-NEXT: %[[B:.*]] = relax.tuple_get_item %[[P]][1]
// CHECK-NEXT: relax.add %[[M]], %[[B]]
// NAME: relax.func @main({{.*}}{relax.name = "weights"})
relax.func @main(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>, %w: tensor<2x?xf32, #relax.dims<[2, m]>>, %b: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<?x?xf32, #relax.dims<[n, m]>> {
    %1 = relax.matmul %x, %w : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x?xf32, #relax.dims<[2, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
    %2 = relax.add %1, %b : (tensor<?x?xf32, #relax.dims<[n, m]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
    relax.output %2 : tensor<?x?xf32, #relax.dims<[n, m]>>
  }
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}

// No weights; no inputs; one weight, of which a user takes two; a tuple already.
// CHECK-LABEL: relax.func @inputs(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64}
relax.func @inputs(%x: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  relax.return %x : tensor<4xf32>
}
// CHECK-LABEL: relax.func @plain(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
relax.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
// CHECK-LABEL: relax.func @one(%arg0: tuple<tensor<4xf32>>
// CHECK-NEXT: %[[X:.*]] = relax.tuple_get_item %arg0[0]
// CHECK-NEXT: relax.add %[[X]], %[[X]]
relax.func @one(%x: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 0 : i64} {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: relax.func @tuple(%{{.*}}: tuple<tensor<4xf32>>) -> tuple<tensor<4xf32>>
relax.func @tuple(%x: tuple<tensor<4xf32>>) -> tuple<tensor<4xf32>> attributes {num_input = 0 : i64} {
  relax.return %x : tuple<tensor<4xf32>>
}

// CHECK-LABEL: relax.func private @dead(%{{.*}}: tuple<tensor<4xf32>, tensor<4xf32>> {relax.name = "model_params"})
relax.func private @dead(%x: tensor<4xf32>, %y: tensor<4xf32>) attributes {num_input = 0 : i64} {
  relax.return
}
