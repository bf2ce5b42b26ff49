module @jit_booleans attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi1>, %arg1: tensor<3x4xi1>) -> (tensor<3x4xi1> {jax.result_info = "result[0]"}, tensor<3x4xi1> {jax.result_info = "result[1]"}, tensor<3x4xi1> {jax.result_info = "result[2]"}, tensor<3x4xi1> {jax.result_info = "result[3]"}, tensor<3x4xi1> {jax.result_info = "result[4]"}, tensor<3x4xi1> {jax.result_info = "result[5]"}, tensor<3x4xi32> {jax.result_info = "result[6]"}, tensor<3x4xf32> {jax.result_info = "result[7]"}, tensor<3x4xi1> {jax.result_info = "result[8]"}, tensor<3xi1> {jax.result_info = "result[9]"}, tensor<4xi1> {jax.result_info = "result[10]"}, tensor<3x4xi1> {jax.result_info = "result[11]"}, tensor<3x4xi1> {jax.result_info = "result[12]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<3x4xi1>
    %1 = stablehlo.or %arg0, %arg1 : tensor<3x4xi1>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<3x4xi1>
    %3 = stablehlo.not %arg0 : tensor<3x4xi1>
    %4 = stablehlo.compare EQ, %arg0, %arg1, UNSIGNED : (tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<3x4xi1>
    %5 = stablehlo.compare NE, %arg0, %arg1, UNSIGNED : (tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<3x4xi1>
    %6 = stablehlo.convert %arg0 : (tensor<3x4xi1>) -> tensor<3x4xi32>
    %7 = stablehlo.convert %arg0 : (tensor<3x4xi1>) -> tensor<3x4xf32>
    %8 = stablehlo.not %arg1 : tensor<3x4xi1>
    %9 = call @_where(%arg0, %arg1, %8) : (tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<3x4xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %10 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.and across dimensions = [1] : (tensor<3x4xi1>, tensor<i1>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %11 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.or across dimensions = [0] : (tensor<3x4xi1>, tensor<i1>) -> tensor<4xi1>
    %12 = stablehlo.maximum %arg0, %arg1 : tensor<3x4xi1>
    %13 = stablehlo.minimum %arg0, %arg1 : tensor<3x4xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %9, %10, %11, %12, %13 : tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<3xi1>, tensor<4xi1>, tensor<3x4xi1>, tensor<3x4xi1>
  }
  func.func private @_where(%arg0: tensor<3x4xi1>, %arg1: tensor<3x4xi1>, %arg2: tensor<3x4xi1>) -> tensor<3x4xi1> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3x4xi1>, tensor<3x4xi1>
    return %0 : tensor<3x4xi1>
  }
}
