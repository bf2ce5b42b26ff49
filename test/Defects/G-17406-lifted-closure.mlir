// A lifted closure keeps its type.
// RUN: relax-opt %s -relax-lambda-lift -relax-verify-symbols | FileCheck %s

// CHECK: relax.make_closure @main_lambda(%{{.*}}) : (tensor<4xf32>) -> !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
// CHECK: relax.call @main_lambda(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
relax.func @main(%x: tensor<4xf32>) -> (!relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, tensor<4xf32>) {
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%y: tensor<4xf32>):
    %0 = relax.add %x, %y : tensor<4xf32>
    relax.yield %0 : tensor<4xf32>
  }
  %1 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>) -> tensor<4xf32>
  relax.return %f, %1 : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, tensor<4xf32>
}
