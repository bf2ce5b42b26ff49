// RUN: split-file %s %t
// RUN: relax-opt %t/module.mlir --relax-lift-transform-params | FileCheck %t/module.mlir
// RUN: relax-opt %t/module.mlir --relax-lift-transform-params --relax-lift-transform-params | FileCheck %t/module.mlir
// Both functions together give what the one gave.
// RUN: relax-interp %t/module.mlir --function=main --input=1x2xf32='1 2' --input=2x2xf32='1 2 3 4' --input=2xf32='5 6' --expected_output=1x2xf32='16 49'
// RUN: relax-opt %t/module.mlir --relax-lift-transform-params | sed '/^}$/d' > %t/both.mlir
// RUN: cat %t/both.txt >> %t/both.mlir
// RUN: relax-interp %t/both.mlir --function=both --input=1x2xf32='1 2' --input=2x2xf32='1 2 3 4' --input=2xf32='5 6' --expected_output=1x2xf32='16 49'

//--- both.txt
relax.func @both(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>, %b: tensor<2xf32>) -> tensor<1x2xf32> {
  %p = relax.tuple %w, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tuple<tensor<2x2xf32>, tensor<2xf32>>
  %q = relax.call @main_transform_params(%p) : (tuple<tensor<2x2xf32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>>
  %c = relax.tuple_get_item %q[0] : tuple<tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>> -> tensor<2xf32>
  %d = relax.tuple_get_item %q[1] : tuple<tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>> -> tensor<2x2xf32>
  %e = relax.tuple_get_item %q[2] : tuple<tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>> -> tensor<2x2xf32>
  %0 = relax.call @main(%x, %c, %d, %e) : (tensor<1x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  relax.return %0 : tensor<1x2xf32>
}
}

//--- module.mlir
// Weights that are still used come first; a constant goes along; what only
// constants decide stays.
// CHECK-LABEL: relax.func @main(%arg0: tensor<?x2xf32, #{{.*}}> {relax.name = "x"}, %arg1: tensor<2xf32> {relax.name = "b"}, %arg2: tensor<2x2xf32>, %arg3: tensor<2x2xf32>) -> tensor<?x2xf32, #{{.*}}> attributes {num_input = 1 : i64} {
// CHECK-NEXT: relax.dataflow
// CHECK-NEXT: relax.constant
// CHECK-NEXT: relax.matmul %arg0, %arg2
// CHECK-NEXT: relax.matmul %{{.*}}, %arg3
// CHECK-NEXT: relax.constant
// CHECK-NEXT: relax.exp
// CHECK-NEXT: relax.multiply
// CHECK-NEXT: relax.add %{{.*}}, %arg1
// CHECK-LABEL: relax.func @main_transform_params(%arg0: tuple<tensor<2x2xf32>, tensor<2xf32>> {relax.name = "model_params"}) -> tuple<tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>> attributes {num_input = 0 : i64} {
// CHECK: %[[W:.*]] = relax.tuple_get_item %arg0[0]
// CHECK-NEXT: %[[T:.*]] = relax.permute_dims %[[W]]
// CHECK-NEXT: %[[C:.*]] = relax.constant
// CHECK-NEXT: %[[S:.*]] = relax.subtract %[[T]], %[[C]]
// CHECK-NEXT: %[[B:.*]] = relax.tuple_get_item %arg0[1]
// CHECK-NEXT: relax.tuple %[[B]], %[[T]], %[[S]]
relax.func @main(%x: tensor<?x2xf32, #relax.dims<[n, 2]>> {relax.name = "x"}, %w: tensor<2x2xf32> {relax.name = "w"}, %b: tensor<2xf32> {relax.name = "b"}) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
    %1 = relax.permute_dims %w : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %c = relax.constant dense<1.0> : tensor<2x2xf32>
    %2 = relax.subtract %1, %c : tensor<2x2xf32>
    %3 = relax.matmul %x, %1 : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    %4 = relax.matmul %3, %2 : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    %k = relax.constant dense<0.0> : tensor<f32>
    %5 = relax.exp %k : tensor<f32>
    %6 = relax.multiply %4, %5 : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<f32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    %7 = relax.add %6, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
    relax.output %7 : tensor<?x2xf32, #relax.dims<[n, 2]>>
  }
  relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
}

// A shape of weights' sizes goes along, one with an input's stays; a weight that
// alone tells a size is kept; a mark stops; what leaves the region is lifted.
// CHECK-LABEL: relax.func @sizes(%arg0: tensor<?xf32, #{{.*}}>, %arg1: tensor<?x?xf32, #{{.*}}>, %arg2: tensor<?xf32, #{{.*}}>, %arg3: tensor<?x1xf32, #{{.*}}>)
// CHECK: %[[S:.*]] = relax.shape [m, n]
// CHECK-NEXT: relax.broadcast_to %{{.*}}, %[[S]]
// CHECK-NEXT: %[[K:.*]] = relax.builtin.stop_lift_params %arg3
// CHECK-NEXT: relax.negative %[[K]]
// CHECK: relax.output %arg2
// CHECK-LABEL: relax.func @sizes_transform_params
// CHECK: %[[T:.*]] = relax.shape [k * m]
// CHECK-NEXT: relax.reshape %{{.*}}, %[[T]]
// CHECK: relax.exp
relax.func @sizes(%x: tensor<?xf32, #relax.dims<[n]>>, %w: tensor<?x?xf32, #relax.dims<[m, k]>>, %v: tensor<?x1xf32, #relax.dims<[m, 1]>>) -> (tensor<?xf32, #relax.dims<[m * k]>>, tensor<?x?xf32, #relax.dims<[m, n]>>, tensor<?x1xf32, #relax.dims<[m, 1]>>) attributes {num_input = 1 : i64} {
  %0:3 = relax.dataflow -> tensor<?xf32, #relax.dims<[m * k]>>, tensor<?x?xf32, #relax.dims<[m, n]>>, tensor<?x1xf32, #relax.dims<[m, 1]>> {
    %s = relax.shape [m * k] : !relax.shape<[m * k]>
    %1 = relax.reshape %w, %s : (tensor<?x?xf32, #relax.dims<[m, k]>>, !relax.shape<[m * k]>) -> tensor<?xf32, #relax.dims<[m * k]>>
    %2 = relax.exp %v : tensor<?x1xf32, #relax.dims<[m, 1]>>
    %t = relax.shape [m, n] : !relax.shape<[m, n]>
    %3 = relax.broadcast_to %2, %t : (tensor<?x1xf32, #relax.dims<[m, 1]>>, !relax.shape<[m, n]>) -> tensor<?x?xf32, #relax.dims<[m, n]>>
    %4 = relax.builtin.stop_lift_params %2 : tensor<?x1xf32, #relax.dims<[m, 1]>>
    %5 = relax.negative %4 : tensor<?x1xf32, #relax.dims<[m, 1]>>
    relax.output %1, %3, %5 : tensor<?xf32, #relax.dims<[m * k]>>, tensor<?x?xf32, #relax.dims<[m, n]>>, tensor<?x1xf32, #relax.dims<[m, 1]>>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<?xf32, #relax.dims<[m * k]>>, tensor<?x?xf32, #relax.dims<[m, n]>>, tensor<?x1xf32, #relax.dims<[m, 1]>>
}

// Nothing to lift: outside of a region, of inputs, with an effect, of weights
// whose memory is ended.
// CHECK-LABEL: relax.func @nothing(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>)
// CHECK-NEXT: relax.exp %arg1
// Who prepares the weights calls a function all the same.
// CHECK-LABEL: relax.func @nothing_transform_params(%arg0: tuple<tensor<4xf32>> {relax.name = "model_params"}) -> tuple<tensor<4xf32>> attributes {num_input = 0 : i64} {
// CHECK-NEXT: relax.return %arg0
relax.func @nothing(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {num_input = 1 : i64} {
  %0 = relax.exp %w : tensor<4xf32>
  %1 = relax.dataflow -> tensor<4xf32> {
    %2 = relax.exp %x : tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-NOT: @ended_transform_params
// CHECK-LABEL: relax.func impure @ended
// CHECK: relax.exp %arg1
relax.func impure @ended(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %w : tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  %1 = relax.add %0, %x : tensor<4xf32>
  relax.memory.kill_tensor %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// CHECK-LABEL: relax.func private @dead(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>)
// CHECK-NEXT: relax.dataflow
// CHECK-NEXT: relax.add %arg0, %arg1
// CHECK-LABEL: relax.func private @dead_transform_params
relax.func private @dead(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %w : tensor<4xf32>
    %2 = relax.add %x, %1 : tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// Not even weights.
// CHECK-LABEL: relax.func @inputs(
// CHECK-LABEL: relax.func @inputs_transform_params(%arg0: tuple<> {relax.name = "model_params"}) -> tuple<> attributes {num_input = 0 : i64} {
// CHECK-NEXT: relax.return %arg0 : tuple<>
relax.func @inputs(%x: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
  relax.return %x : tensor<4xf32>
}

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
