module @jit_unary_floats attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<3x4xf32> {jax.result_info = "result[4]"}, tensor<3x4xf32> {jax.result_info = "result[5]"}, tensor<3x4xf32> {jax.result_info = "result[6]"}, tensor<3x4xi1> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}, tensor<3x4xf32> {jax.result_info = "result[10]"}, tensor<3x4xf32> {jax.result_info = "result[11]"}, tensor<3x4xf32> {jax.result_info = "result[12]"}, tensor<3x4xf32> {jax.result_info = "result[13]"}, tensor<3x4xf32> {jax.result_info = "result[14]"}, tensor<3x4xf32> {jax.result_info = "result[15]"}, tensor<3x4xf32> {jax.result_info = "result[16]"}, tensor<3x4xf32> {jax.result_info = "result[17]"}, tensor<3x4xf32> {jax.result_info = "result[18]"}, tensor<3x4xf32> {jax.result_info = "result[19]"}, tensor<3x4xf32> {jax.result_info = "result[20]"}, tensor<3x4xf32> {jax.result_info = "result[21]"}) {
    %0 = stablehlo.abs %arg0 : tensor<3x4xf32>
    %1 = stablehlo.cbrt %arg0 : tensor<3x4xf32>
    %2 = stablehlo.ceil %arg0 : tensor<3x4xf32>
    %3 = stablehlo.cosine %arg0 : tensor<3x4xf32>
    %4 = stablehlo.exponential %arg0 : tensor<3x4xf32>
    %5 = stablehlo.exponential_minus_one %arg0 : tensor<3x4xf32>
    %6 = stablehlo.floor %arg0 : tensor<3x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %8 = stablehlo.divide %arg0, %7 : tensor<3x4xf32>
    %9 = stablehlo.is_finite %8 : (tensor<3x4xf32>) -> tensor<3x4xi1>
    %10 = stablehlo.log %arg1 : tensor<3x4xf32>
    %11 = stablehlo.log_plus_one %arg1 : tensor<3x4xf32>
    %12 = stablehlo.negate %arg0 : tensor<3x4xf32>
    %13 = stablehlo.exponential %12 : tensor<3x4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %15 = stablehlo.add %14, %13 : tensor<3x4xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %17 = stablehlo.divide %16, %15 : tensor<3x4xf32>
    %18 = stablehlo.negate %arg0 : tensor<3x4xf32>
    %19 = stablehlo.round_nearest_afz %arg0 : tensor<3x4xf32>
    %20 = stablehlo.round_nearest_even %arg0 : tensor<3x4xf32>
    %21 = stablehlo.rsqrt %arg1 : tensor<3x4xf32>
    %22 = stablehlo.sign %arg0 : tensor<3x4xf32>
    %23 = stablehlo.sine %arg0 : tensor<3x4xf32>
    %24 = stablehlo.sqrt %arg1 : tensor<3x4xf32>
    %25 = stablehlo.tan %arg0 : tensor<3x4xf32>
    %26 = stablehlo.tanh %arg0 : tensor<3x4xf32>
    %27 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<3x4xf32>
    %28 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<3x4xf32>
    return %0, %1, %2, %3, %4, %5, %6, %9, %10, %11, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  }
}
