func.func @main(%s: tensor<2xui64>, %l: tensor<3xui64>) -> (tensor<2xui64>, tensor<3x3xui64>, tensor<2xui64>, tensor<5xui64>, tensor<3xui64>, tensor<3x5xui32>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui64>)
  %1:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  %2:2 = stablehlo.rng_bit_generator %l, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<2xui64>, tensor<3x3xui64>, tensor<2xui64>, tensor<5xui64>, tensor<3xui64>, tensor<3x5xui32>
}
