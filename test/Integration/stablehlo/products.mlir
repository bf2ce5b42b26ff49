module @jit_products attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<4x6xf32>, %arg3: tensor<4xf32>) -> (tensor<2x3x5xf32> {jax.result_info = "result[0]"}, tensor<2x3x6xf32> {jax.result_info = "result[1]"}, tensor<2x3xf32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<2x5x3xf32> {jax.result_info = "result[4]"}, tensor<3x3xf32> {jax.result_info = "result[5]"}, tensor<6x2x3xf32> {jax.result_info = "result[6]"}, tensor<4x4xf32> {jax.result_info = "result[7]"}, tensor<3xf32> {jax.result_info = "result[8]"}, tensor<2x3x6xi32> {jax.result_info = "result[9]"}, tensor<2x3x6xf32> {jax.result_info = "result[10]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    %1 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<4x6xf32>) -> tensor<2x3x6xf32>
    %2 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.dot_general %arg3, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    %4 = stablehlo.dot_general %arg1, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x5xf32>, tensor<2x3x4xf32>) -> tensor<2x5x3xf32>
    %5 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0, 2] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<3x3xf32>
    %6 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf32>, tensor<2x3x4xf32>) -> tensor<6x2x3xf32>
    %7 = stablehlo.broadcast_in_dim %arg3, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x4xf32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<4x4xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<4x4xf32>
    %12 = stablehlo.dot_general %arg0, %arg0, batching_dims = [1] x [1], contracting_dims = [0, 2] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<3xf32>
    %cst = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
    %14 = stablehlo.multiply %13, %arg0 : tensor<2x3x4xf32>
    %15 = stablehlo.convert %14 : (tensor<2x3x4xf32>) -> tensor<2x3x4xi32>
    %cst_0 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %17 = stablehlo.multiply %16, %arg2 : tensor<4x6xf32>
    %18 = stablehlo.convert %17 : (tensor<4x6xf32>) -> tensor<4x6xi32>
    %19 = stablehlo.dot_general %15, %18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xi32>, tensor<4x6xi32>) -> tensor<2x3x6xi32>
    %20 = stablehlo.convert %arg0 : (tensor<2x3x4xf32>) -> tensor<2x3x4xbf16>
    %21 = stablehlo.convert %arg2 : (tensor<4x6xf32>) -> tensor<4x6xbf16>
    %22 = stablehlo.dot_general %20, %21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xbf16>, tensor<4x6xbf16>) -> tensor<2x3x6xf32>
    return %0, %1, %2, %3, %4, %5, %6, %11, %12, %19, %22 : tensor<2x3x5xf32>, tensor<2x3x6xf32>, tensor<2x3xf32>, tensor<f32>, tensor<2x5x3xf32>, tensor<3x3xf32>, tensor<6x2x3xf32>, tensor<4x4xf32>, tensor<3xf32>, tensor<2x3x6xi32>, tensor<2x3x6xf32>
  }
}
