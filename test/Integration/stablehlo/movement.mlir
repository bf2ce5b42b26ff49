module @jit_movement attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x3xf32>) -> (tensor<4x2x3xf32> {jax.result_info = "result[0]"}, tensor<6x4xf32> {jax.result_info = "result[1]"}, tensor<2x3x4xf32> {jax.result_info = "result[2]"}, tensor<2x2x2xf32> {jax.result_info = "result[3]"}, tensor<2x3x4xf32> {jax.result_info = "result[4]"}, tensor<3x3x4xf32> {jax.result_info = "result[5]"}, tensor<4x4x9xf32> {jax.result_info = "result[6]"}, tensor<2x5x8xf32> {jax.result_info = "result[7]"}, tensor<2x3x4xi32> {jax.result_info = "result[8]"}, tensor<5xf32> {jax.result_info = "result[9]"}, tensor<3x2xf32> {jax.result_info = "result[10]"}, tensor<2x2xf32> {jax.result_info = "result[11]"}, tensor<3x3xf32> {jax.result_info = "result[12]"}, tensor<2x3x4xf32> {jax.result_info = "result[13]"}, tensor<2x2x3xf32> {jax.result_info = "result[14]"}, tensor<4x3xf32> {jax.result_info = "result[15]"}, tensor<2x3x4xf32> {jax.result_info = "result[16]"}) {
    %0 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
    %4 = stablehlo.slice %arg0 [0:2, 1:3, 0:4:2] : (tensor<2x3x4xf32>) -> tensor<2x2x2xf32>
    %5 = call @_flip(%arg0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %6 = stablehlo.slice %arg0 [0:1, 0:3, 0:4] : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
    %7 = stablehlo.concatenate %arg0, %6, dim = 0 : (tensor<2x3x4xf32>, tensor<1x3x4xf32>) -> tensor<3x3x4xf32>
    %cst = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %8 = stablehlo.pad %arg0, %cst, low = [1, -1, 0], high = [0, 2, -1], interior = [1, 0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<4x4x9xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.pad %arg0, %cst_0, low = [0, 1, 2], high = [0, 1, 2], interior = [0, 0, 0] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x5x8xf32>
    %10 = stablehlo.iota dim = 1 : tensor<2x3x4xi32>
    %11 = stablehlo.iota dim = 0 : tensor<5xf32>
    %12 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %cst_1 = stablehlo.constant dense<3.500000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %14 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %15 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %17 = stablehlo.add %14, %16 : tensor<3x3xi32>
    %18 = stablehlo.compare EQ, %17, %15, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %19 = stablehlo.convert %18 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %20 = call @tril(%arg0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %21 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
    %22 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
    %23 = stablehlo.concatenate %21, %22, dim = 1 : (tensor<2x1x3xf32>, tensor<2x1x3xf32>) -> tensor<2x2x3xf32>
    %24 = stablehlo.reshape %arg1 : (tensor<2x3xf32>) -> tensor<1x2x1x3xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2, 3] : (tensor<1x2x1x3xf32>) -> tensor<2x2x1x3xf32>
    %26 = stablehlo.reshape %25 : (tensor<2x2x1x3xf32>) -> tensor<4x3xf32>
    return %0, %1, %3, %4, %5, %7, %8, %9, %10, %11, %12, %13, %19, %20, %23, %26, %arg0 : tensor<4x2x3xf32>, tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<2x2x2xf32>, tensor<2x3x4xf32>, tensor<3x3x4xf32>, tensor<4x4x9xf32>, tensor<2x5x8xf32>, tensor<2x3x4xi32>, tensor<5xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<3x3xf32>, tensor<2x3x4xf32>, tensor<2x2x3xf32>, tensor<4x3xf32>, tensor<2x3x4xf32>
  }
  func.func private @_flip(%arg0: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0, 2] : tensor<2x3x4xf32>
    return %0 : tensor<2x3x4xf32>
  }
  func.func private @tril(%arg0: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<3x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x4xi32>
    %2 = stablehlo.add %0, %1 : tensor<3x4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<3x4xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<3x4xi1>) -> tensor<2x3x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
    %7 = stablehlo.select %5, %arg0, %6 : tensor<2x3x4xi1>, tensor<2x3x4xf32>
    return %7 : tensor<2x3x4xf32>
  }
}
