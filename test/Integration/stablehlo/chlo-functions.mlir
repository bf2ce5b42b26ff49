module @jit_chlo_functions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<3x4xf32> {jax.result_info = "result[4]"}, tensor<3x4xf32> {jax.result_info = "result[5]"}, tensor<3x4xf32> {jax.result_info = "result[6]"}, tensor<3x4xf32> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}, tensor<3x4xf32> {jax.result_info = "result[10]"}, tensor<3x4xf32> {jax.result_info = "result[11]"}, tensor<3x4xi1> {jax.result_info = "result[12]"}, tensor<3x2xf32> {jax.result_info = "result[13]"}, tensor<3x2xi32> {jax.result_info = "result[14]"}) {
    %0 = chlo.erf %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %1 = chlo.erfc %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %3 = stablehlo.multiply %2, %arg1 : tensor<3x4xf32>
    %4 = chlo.erfc %3 : tensor<3x4xf32> -> tensor<3x4xf32>
    %5 = chlo.asin %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %6 = chlo.acos %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %7 = chlo.atan %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %8 = chlo.sinh %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %9 = chlo.cosh %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %10 = chlo.asinh %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %11 = chlo.acosh %arg1 : tensor<3x4xf32> -> tensor<3x4xf32>
    %12 = chlo.atanh %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %13 = chlo.square %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %15 = stablehlo.divide %arg0, %14 : tensor<3x4xf32>
    %16 = call @isinf(%15) : (tensor<3x4xf32>) -> tensor<3x4xi1>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
    return %0, %1, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %16, %values, %indices : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<3x2xf32>, tensor<3x2xi32>
  }
  func.func private @isinf(%arg0: tensor<3x4xf32>) -> tensor<3x4xi1> {
    %0 = stablehlo.abs %arg0 : tensor<3x4xf32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %2 = stablehlo.compare EQ, %0, %1, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    return %2 : tensor<3x4xi1>
  }
}
