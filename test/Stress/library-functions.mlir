// A function of a library is no promise to callers outside: it may become
// private, where the library does not have it.
// RUN: relax-stress %s --passes=relax-run-codegen | FileCheck %s
// CHECK: fine

relax.func @main(%x: tensor<1xf32>) -> tensor<f32> {
  %0 = relax.call @product_dnnl(%x) : (tensor<1xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

relax.func @product_dnnl(%x: tensor<1xf32>) -> tensor<f32> attributes {Codegen = "dnnl"} {
  %0 = relax.lambda {Composite = "dnnl.matmul"} : !relax.callable<(tensor<1xf32>) -> tensor<f32>, pure> {
  ^bb0(%a: tensor<1xf32>):
    %1 = relax.matmul %a, %a : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
    relax.yield %1 : tensor<f32>
  }
  %2 = relax.invoke_pure_closure %0(%x) : !relax.callable<(tensor<1xf32>) -> tensor<f32>, pure>, (tensor<1xf32>) -> tensor<f32>
  relax.return %2 : tensor<f32>
}
