// Attention: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%q: tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>, %k: tensor<?x20x4x32xf16, #relax.dims<[n, 20, 4, 32]>>, %v: tensor<?x20x4x64xf16, #relax.dims<[n, 20, 4, 64]>>, %r: tensor<*xf16>, %b: tensor<1x16x20xf16>, %s: tensor<3xi32>, %m: tensor<i32>) {
  // CHECK: relax.nn.attention {{.*}}: {{.*}} -> tensor<*xf16>
  // INFER: relax.nn.attention {{.*}} -> tensor<?x16x8x64xf16, #relax.dims<[n, 16, 8, 64]>>
  %0 = relax.nn.attention %q, %k, %v : (tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>, tensor<?x20x4x32xf16, #relax.dims<[n, 20, 4, 32]>>, tensor<?x20x4x64xf16, #relax.dims<[n, 20, 4, 64]>>) -> tensor<*xf16>
  // CHECK: relax.nn.attention {{.*}}{causal_mask = "BottomRight", scale = 5.000000e-01 : f64, window_size = 4 : i64} : {{.*}} -> tensor<*xf16>
  // INFER: relax.nn.attention {{.*}} -> tensor<?x16x8x?xf16, #relax.dims<[n, 16, 8, ?]>>
  %1 = relax.nn.attention %q, %r, %r {causal_mask = "BottomRight", scale = 5.000000e-01 : f64, window_size = 4 : i64} : (tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>, tensor<*xf16>, tensor<*xf16>) -> tensor<*xf16>
  // CHECK: relax.nn.attention_bias {{.*}}: {{.*}} -> tensor<*xf16>
  // INFER: relax.nn.attention_bias {{.*}} -> tensor<?x16x8x64xf16, #relax.dims<[n, 16, 8, 64]>>
  %2 = relax.nn.attention_bias %q, %k, %v, %b : (tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>, tensor<?x20x4x32xf16, #relax.dims<[n, 20, 4, 32]>>, tensor<?x20x4x64xf16, #relax.dims<[n, 20, 4, 64]>>, tensor<1x16x20xf16>) -> tensor<*xf16>
  // CHECK: relax.nn.attention_var_len {{.*}}: {{.*}} -> tensor<*xf16>
  // INFER: relax.nn.attention_var_len {{.*}} -> tensor<?x16x8x64xf16, #relax.dims<[n, 16, 8, 64]>>
  %3 = relax.nn.attention_var_len %q, %k, %v, %s, %s, %m, %m : (tensor<?x16x8x32xf16, #relax.dims<[n, 16, 8, 32]>>, tensor<?x20x4x32xf16, #relax.dims<[n, 20, 4, 32]>>, tensor<?x20x4x64xf16, #relax.dims<[n, 20, 4, 64]>>, tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<*xf16>
  relax.return
}
