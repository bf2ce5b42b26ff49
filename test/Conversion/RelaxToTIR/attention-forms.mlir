// What operators of AttentionOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @arange()
// CHECK: relax.call_tir @broadcast_to(%{{.*}})
// CHECK: relax.call_tir @permute_dims(%{{.*}})
// CHECK: relax.call_tir @arange_0()
// CHECK: relax.call_tir @less_equal(%{{.*}}, %{{.*}})
// Which queries the bias lets see a key.
// CHECK: relax.call_tir @astype(%{{.*}})
// CHECK: relax.call_tir @where(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: relax.call_tir @max(%{{.*}})
// CHECK: relax.call_tir @not_equal(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @permute_dims_{{[0-9]+}}(%{{.*}})
// CHECK: relax.call_tir @astype_{{[0-9]+}}(%{{.*}})
// CHECK: relax.call_tir @multiply(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @permute_dims_{{[0-9]+}}(%{{.*}})
// CHECK: relax.call_tir @astype_{{[0-9]+}}(%{{.*}})
// CHECK: relax.call_tir @matmul(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @astype(%{{.*}})
// CHECK: relax.call_tir @add(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @where_{{[0-9]+}}(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: relax.call_tir @nn_softmax(%{{.*}})
// CHECK: relax.call_tir @permute_dims_{{[0-9]+}}(%{{.*}})
// CHECK: relax.call_tir @astype_{{[0-9]+}}(%{{.*}})
// CHECK: relax.call_tir @matmul_{{[0-9]+}}(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @where_{{[0-9]+}}(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: relax.call_tir @permute_dims_{{[0-9]+}}(%{{.*}})
// CHECK: relax.call_tir @astype_{{[0-9]+}}(%{{.*}})
relax.func @main(%q: tensor<2x16x8x32xf16>, %k: tensor<2x20x8x32xf16>, %b: tensor<1x1x16x20xf16>) -> tensor<2x16x8x32xf16> {
  %0 = relax.nn.attention_bias %q, %k, %k, %b {causal_mask = "TopLeft"} : (tensor<2x16x8x32xf16>, tensor<2x20x8x32xf16>, tensor<2x20x8x32xf16>, tensor<1x1x16x20xf16>) -> tensor<2x16x8x32xf16>
  relax.return %0 : tensor<2x16x8x32xf16>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @arange()
// CHECK: relax.call_tir @astype(%{{.*}})
// CHECK: relax.call_tir @bucketize(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @subtract(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @take(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @subtract_0(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @arange()
// CHECK: relax.call_tir @astype(%{{.*}})
// CHECK: relax.call_tir @bucketize(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @subtract(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @take(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @subtract_0(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @equal(%{{.*}}, %{{.*}})
// Which queries see a key at all.
// CHECK: relax.call_tir @astype_1(%{{.*}})
// CHECK: relax.call_tir @sum(%{{.*}})
// CHECK: relax.call_tir @greater(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @permute_dims(%{{.*}})
// CHECK: relax.call_tir @astype_2(%{{.*}})
// CHECK: relax.call_tir @multiply(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @permute_dims_3(%{{.*}})
// CHECK: relax.call_tir @astype_4(%{{.*}})
// CHECK: relax.call_tir @matmul(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @where(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: relax.call_tir @nn_softmax(%{{.*}})
// CHECK: relax.call_tir @permute_dims(%{{.*}})
// CHECK: relax.call_tir @astype_2(%{{.*}})
// CHECK: relax.call_tir @matmul_5(%{{.*}}, %{{.*}})
// CHECK: relax.call_tir @where_6(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: relax.call_tir @permute_dims_7(%{{.*}})
// CHECK: relax.call_tir @astype_8(%{{.*}})
relax.func @main(%q: tensor<1x16x8x32xf16>, %s: tensor<3xi32>, %m: tensor<i32>) -> tensor<1x16x8x32xf16> {
  %0 = relax.nn.attention_var_len %q, %q, %q, %s, %s, %m, %m : (tensor<1x16x8x32xf16>, tensor<1x16x8x32xf16>, tensor<1x16x8x32xf16>, tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8x32xf16>
  relax.return %0 : tensor<1x16x8x32xf16>
}

// -----

// A bias of unknown sizes has those of the scores, or 1.
// CHECK-LABEL: relax.func @unknown_bias
// CHECK: %[[BIAS:.*]] = relax.call_tir @broadcast_to(%{{.*}}) {{.*}} -> tensor<2x1x?x70xf32, #relax.dims<[2, 1, n, 70]>>
// CHECK: %[[SCORES:.*]] = relax.call_tir @matmul(%{{.*}}) : {{.*}} -> tensor<2x1x?x70xf32, #relax.dims<[2, 1, n, 70]>>
// CHECK: relax.call_tir @add(%[[SCORES]], %[[BIAS]])
relax.func @unknown_bias(%q: tensor<2x?x1x4xf32, #relax.dims<[2, n, 1, 4]>>, %k: tensor<2x70x1x4xf32>, %v: tensor<2x70x1x8xf32>,
                         %bias: tensor<?x1x?x?xf32, #relax.dims<[a, 1, b, c]>>) -> tensor<2x?x1x8xf32, #relax.dims<[2, n, 1, 8]>> {
  %0 = relax.nn.attention_bias %q, %k, %v, %bias : (tensor<2x?x1x4xf32, #relax.dims<[2, n, 1, 4]>>, tensor<2x70x1x4xf32>, tensor<2x70x1x8xf32>, tensor<?x1x?x?xf32, #relax.dims<[a, 1, b, c]>>) -> tensor<2x?x1x8xf32, #relax.dims<[2, n, 1, 8]>>
  relax.return %0 : tensor<2x?x1x8xf32, #relax.dims<[2, n, 1, 8]>>
}
