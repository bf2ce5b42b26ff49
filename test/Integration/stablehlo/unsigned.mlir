module @jit_unsigned attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xui32>, %arg1: tensor<3x4xui32>) -> (tensor<3x4xui32> {jax.result_info = "result[0]"}, tensor<3x4xui32> {jax.result_info = "result[1]"}, tensor<3x4xui32> {jax.result_info = "result[2]"}, tensor<3x4xui32> {jax.result_info = "result[3]"}, tensor<3x4xui32> {jax.result_info = "result[4]"}, tensor<3x4xui32> {jax.result_info = "result[5]"}, tensor<3x4xui32> {jax.result_info = "result[6]"}, tensor<3x4xui32> {jax.result_info = "result[7]"}, tensor<3x4xui32> {jax.result_info = "result[8]"}, tensor<3x4xui32> {jax.result_info = "result[9]"}, tensor<3x4xui32> {jax.result_info = "result[10]"}, tensor<3x4xui32> {jax.result_info = "result[11]"}, tensor<3x4xi1> {jax.result_info = "result[12]"}, tensor<3x4xi1> {jax.result_info = "result[13]"}, tensor<3x4xf32> {jax.result_info = "result[14]"}, tensor<3x4xui8> {jax.result_info = "result[15]"}, tensor<3x4xui32> {jax.result_info = "result[16]"}, tensor<3x4xi32> {jax.result_info = "result[17]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x4xui32>
    %1 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xui32>
    %2 = stablehlo.multiply %arg0, %arg1 : tensor<3x4xui32>
    %3 = stablehlo.divide %arg0, %arg1 : tensor<3x4xui32>
    %4 = stablehlo.remainder %arg0, %arg1 : tensor<3x4xui32>
    %5 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xui32>
    %6 = stablehlo.maximum %5, %arg1 : tensor<3x4xui32>
    %7 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xui32>
    %8 = stablehlo.minimum %7, %arg1 : tensor<3x4xui32>
    %9 = stablehlo.and %arg0, %arg1 : tensor<3x4xui32>
    %10 = stablehlo.not %arg0 : tensor<3x4xui32>
    %11 = stablehlo.shift_left %arg0, %arg1 : tensor<3x4xui32>
    %12 = stablehlo.not %arg0 : tensor<3x4xui32>
    %13 = stablehlo.shift_right_logical %12, %arg1 : tensor<3x4xui32>
    %14 = stablehlo.not %arg0 : tensor<3x4xui32>
    %15 = stablehlo.shift_right_arithmetic %14, %arg1 : tensor<3x4xui32>
    %16 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xui32>
    %17 = stablehlo.compare LT, %16, %arg1, UNSIGNED : (tensor<3x4xui32>, tensor<3x4xui32>) -> tensor<3x4xi1>
    %18 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xui32>
    %19 = stablehlo.compare GE, %18, %arg1, UNSIGNED : (tensor<3x4xui32>, tensor<3x4xui32>) -> tensor<3x4xi1>
    %20 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xui32>
    %21 = stablehlo.convert %20 : (tensor<3x4xui32>) -> tensor<3x4xf32>
    %22 = stablehlo.convert %arg0 : (tensor<3x4xui32>) -> tensor<3x4xui8>
    %23 = stablehlo.popcnt %arg0 : tensor<3x4xui32>
    %24 = stablehlo.not %arg0 : tensor<3x4xui32>
    %25 = stablehlo.bitcast_convert %24 : (tensor<3x4xui32>) -> tensor<3x4xi32>
    return %0, %1, %2, %3, %4, %6, %8, %9, %10, %11, %13, %15, %17, %19, %21, %22, %23, %25 : tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xui32>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x4xui8>, tensor<3x4xui32>, tensor<3x4xi32>
  }
}
