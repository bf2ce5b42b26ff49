// What is left to other rules though a softmax stands between two products.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir '--tir-default-gpu-schedule=skip-rules=attention' --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-4
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=file=%t.schedule' | diff - %t.program
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-gpu-schedule' | diff - %t.script

// The weights are a result as well.
// CHECK:       tir.func private @nn_softmax(
// CHECK:       tir.func private @matmul_0(
relax.func @weights(%q: tensor<20x32xf32>, %k: tensor<32x24xf32>, %v: tensor<24x32xf32>, %s: tensor<f32>) -> (tensor<20x24xf32>, tensor<20x32xf32>) {
  %4:2 = relax.dataflow -> tensor<20x24xf32>, tensor<20x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x32xf32>, tensor<32x24xf32>) -> tensor<20x24xf32>
    %1 = relax.multiply %0, %s : (tensor<20x24xf32>, tensor<f32>) -> tensor<20x24xf32>
    %2 = relax.nn.softmax %1 : tensor<20x24xf32>
    %3 = relax.matmul %2, %v : (tensor<20x24xf32>, tensor<24x32xf32>) -> tensor<20x32xf32>
    relax.output %2, %3 : tensor<20x24xf32>, tensor<20x32xf32>
  }
  relax.return %4#0, %4#1 : tensor<20x24xf32>, tensor<20x32xf32>
}

// A softmax along the rows.
// CHECK:       tir.func private @nn_softmax_2(
// CHECK:       tir.func private @fused_matmul_multiply(
relax.func @columns(%q: tensor<24x32xf32>, %k: tensor<32x20xf32>, %v: tensor<20x32xf32>) -> tensor<24x32xf32> {
  %3 = relax.dataflow -> tensor<24x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<24x32xf32>, tensor<32x20xf32>) -> tensor<24x20xf32>
    %1 = relax.nn.softmax %0 {axis = 0 : i64} : tensor<24x20xf32>
    %2 = relax.matmul %1, %v : (tensor<24x20xf32>, tensor<20x32xf32>) -> tensor<24x32xf32>
    relax.output %2 : tensor<24x32xf32>
  }
  relax.return %3 : tensor<24x32xf32>
}

// Few terms, a number of terms that only run time knows, one row, few keys: each
// nest by itself.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax{{[a-z_0-9]*}}(
// CHECK-COUNT-3: "blockIdx.x"
relax.func @short(%q: tensor<20x7xf32>, %k: tensor<7x24xf32>, %v: tensor<24x32xf32>) -> tensor<20x32xf32> {
  %3 = relax.dataflow -> tensor<20x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x7xf32>, tensor<7x24xf32>) -> tensor<20x24xf32>
    %1 = relax.nn.softmax %0 : tensor<20x24xf32>
    %2 = relax.matmul %1, %v : (tensor<20x24xf32>, tensor<24x32xf32>) -> tensor<20x32xf32>
    relax.output %2 : tensor<20x32xf32>
  }
  relax.return %3 : tensor<20x32xf32>
}
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax{{[a-z_0-9]*}}(
// CHECK-COUNT-3: "blockIdx.x"
relax.func @unknown(%q: tensor<20x?xf32, #relax.dims<[20, d]>>, %k: tensor<?x24xf32, #relax.dims<[d, 24]>>, %v: tensor<24x32xf32>) -> tensor<20x32xf32> {
  %3 = relax.dataflow -> tensor<20x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x?xf32, #relax.dims<[20, d]>>, tensor<?x24xf32, #relax.dims<[d, 24]>>) -> tensor<20x24xf32>
    %1 = relax.nn.softmax %0 : tensor<20x24xf32>
    %2 = relax.matmul %1, %v : (tensor<20x24xf32>, tensor<24x32xf32>) -> tensor<20x32xf32>
    relax.output %2 : tensor<20x32xf32>
  }
  relax.return %3 : tensor<20x32xf32>
}
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax{{[a-z_0-9]*}}(
// CHECK-COUNT-3: "blockIdx.x"
relax.func @one_row(%q: tensor<1x32xf32>, %k: tensor<32x24xf32>, %v: tensor<24x32xf32>) -> tensor<1x32xf32> {
  %3 = relax.dataflow -> tensor<1x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<1x32xf32>, tensor<32x24xf32>) -> tensor<1x24xf32>
    %1 = relax.nn.softmax %0 : tensor<1x24xf32>
    %2 = relax.matmul %1, %v : (tensor<1x24xf32>, tensor<24x32xf32>) -> tensor<1x32xf32>
    relax.output %2 : tensor<1x32xf32>
  }
  relax.return %3 : tensor<1x32xf32>
}
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax{{[a-z_0-9]*}}(
// CHECK-COUNT-3: "blockIdx.x"
relax.func @few_keys(%q: tensor<20x32xf32>, %k: tensor<32x6xf32>, %v: tensor<6x32xf32>) -> tensor<20x32xf32> {
  %3 = relax.dataflow -> tensor<20x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x32xf32>, tensor<32x6xf32>) -> tensor<20x6xf32>
    %1 = relax.nn.softmax %0 : tensor<20x6xf32>
    %2 = relax.matmul %1, %v : (tensor<20x6xf32>, tensor<6x32xf32>) -> tensor<20x32xf32>
    relax.output %2 : tensor<20x32xf32>
  }
  relax.return %3 : tensor<20x32xf32>
}
