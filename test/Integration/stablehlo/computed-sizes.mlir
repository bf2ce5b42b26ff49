func.func @main(%x: tensor<3x4xf32>, %p: tensor<f32>, %i: tensor<2x1xi32>) -> (tensor<8x10xf32>, tensor<2x2xf32>, tensor<2x4xf32>) {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  %1 = stablehlo.constant dense<2> : tensor<2xi32>
  %2 = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %3 = stablehlo.dynamic_pad %x, %p, %0, %1, %0 : (tensor<3x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<8x10xf32>
  %4 = stablehlo.constant dense<[3, 3]> : tensor<2xi32>
  %5 = stablehlo.real_dynamic_slice %x, %0, %4, %0 : (tensor<3x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  %6 = "stablehlo.dynamic_gather"(%x, %i, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xf32>
  return %3, %5, %6 : tensor<8x10xf32>, tensor<2x2xf32>, tensor<2x4xf32>
}
