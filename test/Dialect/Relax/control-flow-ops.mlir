// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: @dataflow
relax.func @dataflow(%x: tensor<?xf32>) -> tensor<?xf32, #relax.dims<[n]>> {
  // CHECK: relax.dataflow -> tensor<?xf32, #{{[^>]*>?}}> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    // CHECK: relax.output
    relax.output %1 : tensor<?xf32, #relax.dims<[n]>>
  }
  // What the region defines is visible after it.
  // CHECK: relax.prim_value n * 2 : i64
  %2 = relax.prim_value n * 2 : i64
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// CHECK-LABEL: @choose
relax.func @choose(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<?xf32> {
  // CHECK: relax.if %{{.*}} : tensor<i1> -> tensor<?xf32> {
  // CHECK: relax.yield %{{.*}} : tensor<4xf32>
  // CHECK: } else {
  // CHECK: relax.yield %{{.*}} : tensor<8xf32>
  %0 = relax.if %c : tensor<i1> -> tensor<?xf32> {
    relax.yield %x : tensor<4xf32>
  } else {
    relax.yield %y : tensor<8xf32>
  }
  relax.return %0 : tensor<?xf32>
}

// CHECK-LABEL: @lambda
relax.func @lambda(%y: tensor<4xf32>) -> !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  // CHECK: relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%x: tensor<4xf32>):
    relax.yield %y : tensor<4xf32>
  }
  relax.return %f : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
}

// CHECK-LABEL: @recursive
relax.func @recursive(%x: tensor<4xf32>) {
  // CHECK: relax.lambda recursive : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  // CHECK-NEXT: ^bb0(%[[F:.*]]: !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, %{{.*}}: tensor<4xf32>):
  // CHECK-NEXT: relax.invoke_pure_closure %[[F]](
  %f = relax.lambda recursive : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%self: !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, %y: tensor<4xf32>):
    %0 = relax.invoke_pure_closure %self(%y) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>) -> tensor<4xf32>
    relax.yield %0 : tensor<4xf32>
  }
  relax.return
}
