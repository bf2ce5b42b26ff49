// Result types become as precise as the operands allow.
// RUN: relax-opt %s --relax-infer-types | FileCheck %s
// RUN: relax-opt %s --relax-infer-types > %t
// RUN: relax-opt %t --relax-infer-types | diff %t -
// RUN: %same-results=relax-infer-types

// Each op sees what the one before it made known.
// CHECK-LABEL: @chain
// CHECK: relax.matmul {{.*}} -> tensor<?x8xf32, #relax.dims<[n, 8]>>
// CHECK: relax.nn.relu {{.*}}: tensor<?x8xf32, #relax.dims<[n, 8]>>
// CHECK: relax.sum {{.*}} -> tensor<?xf32, #relax.dims<[n]>>
relax.func @chain(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>) -> tensor<*xf32> {
  %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<*xf32>
  %1 = relax.nn.relu %0 : tensor<*xf32>
  %2 = relax.sum %1 {axis = array<i64: 1>} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return %2 : tensor<*xf32>
}

// What is declared and not proved stays.
// CHECK-LABEL: @declared
// CHECK: relax.nn.relu {{.*}} -> tensor<?x4xf32, #relax.dims<[m, 4]>>
relax.func @declared(%x: tensor<?x?xf32>, %y: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?x4xf32> {
  %0 = relax.nn.relu %x : (tensor<?x?xf32>) -> tensor<?x4xf32, #relax.dims<[m, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[m, 4]>>
}

// The results of a dataflow region, an element type, a tuple.
// CHECK-LABEL: @regions
// CHECK: relax.dataflow -> tensor<4xf32>
// CHECK: relax.tuple {{.*}} -> tuple<tensor<4xf32>, tensor<4xf32>>
relax.func @regions(%x: tensor<4xf32>) -> tuple<tensor<*xf32>, tensor<4xf32>> {
  %0 = relax.dataflow -> tensor<*x!relax.unknown> {
    %1 = relax.exp %x : (tensor<4xf32>) -> tensor<*x!relax.unknown>
    relax.output %1 : tensor<*x!relax.unknown>
  }
  %2 = relax.tuple %0, %x : (tensor<*x!relax.unknown>, tensor<4xf32>) -> tuple<tensor<*xf32>, tensor<4xf32>>
  relax.return %2 : tuple<tensor<*xf32>, tensor<4xf32>>
}

// An op of another dialect may not bear a more precise operand.
// CHECK-LABEL: @foreign
// CHECK: relax.exp {{.*}} -> tensor<*xf32>
relax.func @foreign(%x: tensor<4xf32>) {
  %0 = relax.exp %x : (tensor<4xf32>) -> tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<4xf32>
  relax.return
}

// CHECK-LABEL: @empty
relax.func @empty() {
  relax.return
}

// A dead one.
// CHECK-LABEL: @dead
// CHECK: relax.exp {{.*}}: tensor<4xf32>
relax.func private @dead(%x: tensor<4xf32>) {
  %0 = relax.exp %x : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// (n, 4) + (m, 4): that n is m is checked when the program runs.
// CHECK-LABEL: @broadcast(
// CHECK: %[[Y:.*]] = relax.match_cast %{{.*}} : tensor<?x4xf32, #relax.dims<[m, 4]>> to tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: relax.add %{{.*}}, %[[Y]]{{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
relax.func @broadcast(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<?x4xf32> {
  %0 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<?x4xf32>
  relax.return %0 : tensor<?x4xf32>
}
