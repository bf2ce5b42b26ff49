// RUN: relax-opt %s --relax-run-codegen --split-input-file --verify-diagnostics | FileCheck %s
// RUN: relax-opt %s --relax-run-codegen --relax-run-codegen --split-input-file 2>/dev/null | FileCheck %s
// RUN: relax-opt %s --relax-run-codegen=fallback=false --split-input-file 2>/dev/null | FileCheck %s --check-prefix=ALONE
// RUN: %same-results=relax-run-codegen

// A product with a transposed right side, a bias and a relu; the sizes are not
// known before it runs. Our own code stays for where oneDNN is not there.
// CHECK-LABEL: relax.func @main
// CHECK: relax.call @product(
// CHECK-LABEL: relax.func private @product(
// CHECK-NOT: Codegen
// CHECK: %[[N:.*]] = relax.constant dense<{{.*}}> : tensor<17xui8>
// CHECK: %[[C:.*]] = relax.call_dps_packed @relax.runtime.has_function(%[[N]])
// CHECK: relax.if %[[C]]
// CHECK: %[[S:.*]] = relax.shape [1, 1, 1]
// CHECK: relax.call_dps_packed @relax.dnnl.matmul(%arg0, %arg1, %arg2, %[[S]])
// CHECK: } else {
// CHECK: relax.lambda
// CHECK: relax.matmul
// CHECK-DAG: relax.extern_func @relax.dnnl.matmul
// CHECK-DAG: relax.extern_func @relax.runtime.has_function
// ALONE-LABEL: relax.func private @product(
// ALONE-NOT: relax.if
// ALONE-NOT: relax.lambda
// ALONE: relax.call_dps_packed @relax.dnnl.matmul(%arg0, %arg1, %arg2, %{{.*}}) : (tensor<?x4xf32, #[[D:.*]]>, {{.*}}) -> tensor<?x8xf32, #
// ALONE-NEXT: relax.return
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.call @product(%x, %w, %b) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<8x4xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
relax.func private @product(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> attributes {Codegen = "dnnl"} {
  %f = relax.lambda {Composite = "dnnl.any"} : !relax.callable<(tensor<?x4xf32, #relax.dims<[m, 4]>>, tensor<8x4xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[m, 8]>>, pure> {
  ^bb0(%u: tensor<?x4xf32, #relax.dims<[m, 4]>>, %v: tensor<8x4xf32>, %c: tensor<8xf32>):
    %1 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[m, 8]>> {
      %2 = relax.permute_dims %v {axes = array<i64: 1, 0>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
      %3 = relax.matmul %u, %2 : (tensor<?x4xf32, #relax.dims<[m, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[m, 8]>>
      %4 = relax.add %c, %3 : (tensor<8xf32>, tensor<?x8xf32, #relax.dims<[m, 8]>>) -> tensor<?x8xf32, #relax.dims<[m, 8]>>
      %5 = relax.nn.relu %4 : tensor<?x8xf32, #relax.dims<[m, 8]>>
      relax.output %5 : tensor<?x8xf32, #relax.dims<[m, 8]>>
    }
    relax.yield %1 : tensor<?x8xf32, #relax.dims<[m, 8]>>
  }
  %0 = relax.invoke_pure_closure %f(%x, %w, %b) : !relax.callable<(tensor<?x4xf32, #relax.dims<[m, 4]>>, tensor<8x4xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[m, 8]>>, pure>, (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<8x4xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}

// -----

// What oneDNN cannot compute stays beside what it can.
// ALONE-LABEL: relax.func private @convs(
// ALONE: %[[S:.*]] = relax.shape [0, 0, 1, 1, 2, 2, 2, 1, 0, 1, 0, 1, 1]
// ALONE: relax.call_dps_packed @relax.dnnl.conv2d(%arg0, %arg1, %[[S]])
// ALONE: relax.lambda {Composite = "dnnl.exp"}
// ALONE: relax.invoke_pure_closure
relax.func @main(%x: tensor<1x5x5x4xf32>, %w: tensor<4x3x3x2xf32>) -> tensor<1x3x2x4xf32> {
  %0 = relax.call @convs(%x, %w) : (tensor<1x5x5x4xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x2x4xf32>
  relax.return %0 : tensor<1x3x2x4xf32>
}
relax.func private @convs(%x: tensor<1x5x5x4xf32>, %w: tensor<4x3x3x2xf32>) -> tensor<1x3x2x4xf32> attributes {Codegen = "dnnl"} {
  %f = relax.lambda {Composite = "dnnl.conv"} : !relax.callable<(tensor<1x5x5x4xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x2x4xf32>, pure> {
  ^bb0(%u: tensor<1x5x5x4xf32>, %v: tensor<4x3x3x2xf32>):
    %1 = relax.nn.conv2d %u, %v {data_layout = "NHWC", kernel_layout = "OHWI", groups = 2 : i64, strides = array<i64: 2, 2>, padding = array<i64: 1, 0, 1, 0>} : (tensor<1x5x5x4xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x2x4xf32>
    relax.yield %1 : tensor<1x3x2x4xf32>
  }
  %0 = relax.invoke_pure_closure %f(%x, %w) : !relax.callable<(tensor<1x5x5x4xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x2x4xf32>, pure>, (tensor<1x5x5x4xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x2x4xf32>
  // expected-remark@+1 {{stays our own code, oneDNN has no function for "dnnl.exp": it is neither a matmul nor a 2-d convolution with a bias and an activation behind it}}
  %g = relax.lambda {Composite = "dnnl.exp"} : !relax.callable<(tensor<1x3x2x4xf32>) -> tensor<1x3x2x4xf32>, pure> {
  ^bb0(%u: tensor<1x3x2x4xf32>):
    %1 = relax.exp %u : tensor<1x3x2x4xf32>
    relax.yield %1 : tensor<1x3x2x4xf32>
  }
  %2 = relax.invoke_pure_closure %g(%0) : !relax.callable<(tensor<1x3x2x4xf32>) -> tensor<1x3x2x4xf32>, pure>, (tensor<1x3x2x4xf32>) -> tensor<1x3x2x4xf32>
  relax.return %2 : tensor<1x3x2x4xf32>
}

// -----

// A library of the user: the function of the name. One without callers goes.
// CHECK-LABEL: relax.func @main
// CHECK: relax.call @soft_own(
// CHECK-LABEL: relax.func private @soft_own(
// CHECK: relax.call_dps_packed @relax.runtime.has_function
// CHECK: relax.call_dps_packed @soft(%arg0)
// CHECK: } else {
// CHECK: relax.nn.softmax
// CHECK-NOT: @unused
// CHECK: relax.extern_func @soft
// ALONE-LABEL: relax.func private @soft_own(
// ALONE-NEXT: relax.call_dps_packed @soft(%arg0)
// ALONE-NEXT: relax.return
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call @soft(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func private @soft(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Codegen = "my"} {
  %0 = relax.nn.softmax %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func private @unused(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Codegen = "my"} {
  relax.return %x : tensor<4xf32>
}

// -----

// Libraries of a GPU get tensors there; products of f16 may be of f32.
// CHECK-LABEL: relax.func private @wide(
// CHECK: relax.call_dps_packed @relax.runtime.has_function
// CHECK: %[[S:.*]] = relax.shape [0, 5, 1, 1]
// CHECK: relax.call_dps_packed @relax.cublas.matmul(%arg0, %arg1, %[[S]]) : (tensor<4x2xf16>, tensor<8x4xf16>, {{.*}}) -> tensor<2x8xf32>
// CHECK: relax.extern_func @relax.cublas.matmul {relax.needs_device}
// ALONE-LABEL: relax.func private @wide(
relax.func @main(%x: tensor<4x2xf16>, %w: tensor<8x4xf16>) -> tensor<2x8xf32> {
  %0 = relax.call @wide(%x, %w) : (tensor<4x2xf16>, tensor<8x4xf16>) -> tensor<2x8xf32>
  relax.return %0 : tensor<2x8xf32>
}
relax.func private @wide(%x: tensor<4x2xf16>, %w: tensor<8x4xf16>) -> tensor<2x8xf32> attributes {Codegen = "cublas"} {
  %f = relax.lambda {Composite = "cublas.wide"} : !relax.callable<(tensor<4x2xf16>, tensor<8x4xf16>) -> tensor<2x8xf32>, pure> {
  ^bb0(%u: tensor<4x2xf16>, %v: tensor<8x4xf16>):
    %1 = relax.permute_dims %u : (tensor<4x2xf16>) -> tensor<2x4xf16>
    %2 = relax.permute_dims %v {axes = array<i64: -1, 0>} : (tensor<8x4xf16>) -> tensor<4x8xf16>
    %3 = relax.matmul %1, %2 {out_dtype = f32} : (tensor<2x4xf16>, tensor<4x8xf16>) -> tensor<2x8xf32>
    %4 = relax.nn.gelu_tanh %3 : tensor<2x8xf32>
    relax.yield %4 : tensor<2x8xf32>
  }
  %0 = relax.invoke_pure_closure %f(%x, %w) : !relax.callable<(tensor<4x2xf16>, tensor<8x4xf16>) -> tensor<2x8xf32>, pure>, (tensor<4x2xf16>, tensor<8x4xf16>) -> tensor<2x8xf32>
  relax.return %0 : tensor<2x8xf32>
}
