// RUN: split-file %s %t
// RUN: relax-opt %t/module.mlir --relax-lift-transform-params=shared -o %t/lifted.mlir
// RUN: FileCheck %t/module.mlir < %t/lifted.mlir
// RUN: relax-opt %t/lifted.mlir --relax-lift-transform-params=shared | FileCheck %t/module.mlir
// RUN: relax-opt %t/module.mlir '--relax-lift-transform-params=functions=decode' | FileCheck %t/module.mlir --check-prefix=ONE
// Weights that come one by one, and results that go so.
// RUN: relax-opt %t/lifted.mlir --relax-lazy-get-input --relax-lazy-set-output=functions=transform_params | FileCheck %t/module.mlir --check-prefix=LAZY
// The functions behind what is shared give what they gave before.
// RUN: relax-interp %t/module.mlir --function=prefill --input=1x2xf32='1 2' --input=2x2xf32='1 2 3 4' --input=2xf32='5 6' --expected_output=1x2xf32='10 17'
// RUN: relax-interp %t/module.mlir --function=decode --input=2xf32='1 2' --input=2x2xf32='1 2 3 4' --input=2xf32='5 6' --expected_output=2xf32='-5 -6' --expected_output=2x2xf32='1 3 2 4' --expected_output=2xf32='2 4'
// RUN: sed '/^}$/d' %t/lifted.mlir > %t/both.mlir
// RUN: cat %t/both.txt >> %t/both.mlir
// RUN: relax-interp %t/both.mlir --function=both --input=1x2xf32='1 2' --input=2xf32='1 2' --input=2x2xf32='1 2 3 4' --input=2xf32='5 6' --expected_output=1x2xf32='10 17' --expected_output=2xf32='-5 -6' --expected_output=2x2xf32='1 3 2 4' --expected_output=2xf32='2 4'

//--- both.txt
relax.func @both(%x: tensor<1x2xf32>, %y: tensor<2xf32>, %w: tensor<2x2xf32>, %b: tensor<2xf32>) -> (tensor<1x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) {
  %p = relax.tuple %w, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tuple<tensor<2x2xf32>, tensor<2xf32>>
  %q = relax.call @transform_params(%p) : (tuple<tensor<2x2xf32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2x2xf32>>
  %c = relax.tuple_get_item %q[0] : tuple<tensor<2xf32>, tensor<2x2xf32>> -> tensor<2xf32>
  %d = relax.tuple_get_item %q[1] : tuple<tensor<2xf32>, tensor<2x2xf32>> -> tensor<2x2xf32>
  %0 = relax.call @prefill(%x, %c, %d) : (tensor<1x2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %1:3 = relax.call @decode(%y, %c, %d) : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>)
  relax.return %0, %1#0, %1#1, %1#2 : tensor<1x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>
}
}

//--- module.mlir
// The permuted weight is shared, also where a function computes it twice; what
// one function alone computes stays, and so its weight is given to both.
// CHECK-LABEL: relax.func @prefill(
// CHECK-SAME: %[[X:.*]]: tensor<?x2xf32, #{{.*}}>, %[[B:.*]]: tensor<2xf32>, %[[W:.*]]: tensor<2x2xf32>) -> tensor<?x2xf32, #{{.*}}> attributes {num_input = 1 : i64}
// CHECK-NOT: relax.permute_dims
// CHECK: relax.matmul %[[X]], %[[W]]
// CHECK: relax.add %{{.*}}, %[[B]]
relax.func @prefill(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>, %w: tensor<2x2xf32>, %b: tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
    %1 = relax.permute_dims %w : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = relax.matmul %x, %1 : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    %3 = relax.add %2, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    relax.output %3 : tensor<?x2xf32, #relax.dims<[n, 2]>>
  }
  relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
}
// CHECK-LABEL: relax.func @decode(
// CHECK-SAME: %[[Y:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>, %[[W:.*]]: tensor<2x2xf32>)
// CHECK: %[[N:.*]] = relax.negative %[[B]]
// CHECK-NEXT: %[[D:.*]] = relax.add %[[Y]], %[[Y]]
// CHECK-NEXT: relax.output %[[N]], %[[W]], %[[D]]
// ONE-LABEL: relax.func @prefill(
// ONE: relax.permute_dims
// ONE: relax.func @decode_transform_params(
relax.func @decode(%y: tensor<2xf32>, %w: tensor<2x2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) attributes {num_input = 1 : i64} {
  %0:3 = relax.dataflow -> tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32> {
    %1 = relax.negative %b : tensor<2xf32>
    %2 = relax.permute_dims %w : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %3 = relax.permute_dims %w : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = relax.add %y, %y : tensor<2xf32>
    relax.output %1, %3, %4 : tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>
}
// LAZY: relax.func impure @transform_params()
// LAZY: relax.call_dps_packed @get_param(
// LAZY: relax.call_packed @set_output(
// CHECK-LABEL: relax.func @transform_params(
// CHECK-SAME: tuple<tensor<2x2xf32>, tensor<2xf32>> {relax.name = "model_params"}) -> tuple<tensor<2xf32>, tensor<2x2xf32>>
// CHECK: relax.permute_dims
// CHECK-NOT: relax.permute_dims
// CHECK: relax.return

relax.func @empty() {
  relax.return
}
