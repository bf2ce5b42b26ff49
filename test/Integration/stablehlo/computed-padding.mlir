func.func @main(%x: tensor<2x7x3xf32>, %w: tensor<3x3x4xf32>) -> (tensor<2x6x4xf32>, tensor<2x4x4xf32>) {
  %0 = stablehlo.constant dense<[[2, -1]]> : tensor<1x2xi64>
  %1 = "stablehlo.dynamic_conv"(%x, %w, %0) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<2x7x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  %2 = "stablehlo.dynamic_conv"(%x, %w, %0) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>, rhs_dilation = array<i64: 3>, window_strides = array<i64: 2>}> : (tensor<2x7x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<2x4x4xf32>
  return %1, %2 : tensor<2x6x4xf32>, tensor<2x4x4xf32>
}
