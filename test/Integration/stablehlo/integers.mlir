module @jit_integers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xi32>, %arg1: tensor<3x4xi32>, %arg2: tensor<3x4xi32>) -> (tensor<3x4xi32> {jax.result_info = "result[0]"}, tensor<3x4xi32> {jax.result_info = "result[1]"}, tensor<3x4xi32> {jax.result_info = "result[2]"}, tensor<3x4xi32> {jax.result_info = "result[3]"}, tensor<3x4xi32> {jax.result_info = "result[4]"}, tensor<3x4xi32> {jax.result_info = "result[5]"}, tensor<3x4xi32> {jax.result_info = "result[6]"}, tensor<3x4xi32> {jax.result_info = "result[7]"}, tensor<3x4xi32> {jax.result_info = "result[8]"}, tensor<3x4xi32> {jax.result_info = "result[9]"}, tensor<3x4xi32> {jax.result_info = "result[10]"}, tensor<3x4xi32> {jax.result_info = "result[11]"}, tensor<3x4xi32> {jax.result_info = "result[12]"}, tensor<3x4xi32> {jax.result_info = "result[13]"}, tensor<3x4xi32> {jax.result_info = "result[14]"}, tensor<3x4xi32> {jax.result_info = "result[15]"}, tensor<3x4xi32> {jax.result_info = "result[16]"}, tensor<3x4xi32> {jax.result_info = "result[17]"}, tensor<3x4xi32> {jax.result_info = "result[18]"}, tensor<3x4xi32> {jax.result_info = "result[19]"}, tensor<3x4xi1> {jax.result_info = "result[20]"}, tensor<3x4xi1> {jax.result_info = "result[21]"}, tensor<3x4xi1> {jax.result_info = "result[22]"}, tensor<3x4xi32> {jax.result_info = "result[23]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x4xi32>
    %1 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xi32>
    %2 = stablehlo.multiply %arg0, %arg1 : tensor<3x4xi32>
    %3 = stablehlo.divide %arg0, %arg1 : tensor<3x4xi32>
    %4 = stablehlo.remainder %arg0, %arg1 : tensor<3x4xi32>
    %5 = stablehlo.maximum %arg0, %arg1 : tensor<3x4xi32>
    %6 = stablehlo.minimum %arg0, %arg1 : tensor<3x4xi32>
    %7 = stablehlo.and %arg0, %arg1 : tensor<3x4xi32>
    %8 = stablehlo.or %arg0, %arg1 : tensor<3x4xi32>
    %9 = stablehlo.xor %arg0, %arg1 : tensor<3x4xi32>
    %10 = stablehlo.not %arg0 : tensor<3x4xi32>
    %11 = stablehlo.abs %arg0 : tensor<3x4xi32>
    %12 = stablehlo.negate %arg0 : tensor<3x4xi32>
    %13 = stablehlo.sign %arg0 : tensor<3x4xi32>
    %14 = stablehlo.shift_left %arg0, %arg2 : tensor<3x4xi32>
    %15 = stablehlo.shift_right_arithmetic %arg0, %arg2 : tensor<3x4xi32>
    %16 = stablehlo.shift_right_logical %arg0, %arg2 : tensor<3x4xi32>
    %17 = stablehlo.popcnt %arg0 : tensor<3x4xi32>
    %18 = stablehlo.count_leading_zeros %arg0 : tensor<3x4xi32>
    %19 = stablehlo.multiply %arg0, %arg0 : tensor<3x4xi32>
    %20 = stablehlo.multiply %19, %arg0 : tensor<3x4xi32>
    %21 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>
    %22 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>
    %23 = stablehlo.compare GE, %arg0, %arg1, SIGNED : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>
    %24 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>
    %25 = call @_where(%24, %arg0, %arg1) : (tensor<3x4xi1>, tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %20, %21, %22, %23, %25 : tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi32>
  }
  func.func private @_where(%arg0: tensor<3x4xi1>, %arg1: tensor<3x4xi32>, %arg2: tensor<3x4xi32>) -> tensor<3x4xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3x4xi1>, tensor<3x4xi32>
    return %0 : tensor<3x4xi32>
  }
}
