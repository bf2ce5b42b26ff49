module @jit_conversions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi32>, %arg2: tensor<3x4xf32>) -> (tensor<3x4xi32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<3x4xi8> {jax.result_info = "result[4]"}, tensor<3x4xui8> {jax.result_info = "result[5]"}, tensor<3x4xi8> {jax.result_info = "result[6]"}, tensor<3x4xi1> {jax.result_info = "result[7]"}, tensor<3x4xi32> {jax.result_info = "result[8]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xi32>
    %1 = stablehlo.convert %arg1 : (tensor<3x4xi32>) -> tensor<3x4xf32>
    %2 = stablehlo.convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %3 = stablehlo.convert %2 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %4 = stablehlo.convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xf16>
    %5 = stablehlo.convert %4 : (tensor<3x4xf16>) -> tensor<3x4xf32>
    %6 = stablehlo.convert %arg2 : (tensor<3x4xf32>) -> tensor<3x4xi8>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %8 = stablehlo.compare GT, %arg0, %7, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    %9 = stablehlo.convert %8 : (tensor<3x4xi1>) -> tensor<3x4xui8>
    %10 = stablehlo.convert %arg1 : (tensor<3x4xi32>) -> tensor<3x4xi8>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %12 = stablehlo.compare NE, %arg0, %11, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    %13 = stablehlo.convert %12 : tensor<3x4xi1>
    %14 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xi32>
    return %0, %1, %3, %5, %6, %9, %10, %13, %14 : tensor<3x4xi32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi8>, tensor<3x4xui8>, tensor<3x4xi8>, tensor<3x4xi1>, tensor<3x4xi32>
  }
}
