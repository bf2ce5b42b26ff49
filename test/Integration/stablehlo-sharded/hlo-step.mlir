module @jit_step attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x4xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %arg1: tensor<8x2xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %arg2: tensor<4x2xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<f32> {jax.result_info = "result[0]", mhlo.sharding = "{replicated}"}, tensor<4x2xf32> {jax.result_info = "result[1]", mhlo.sharding = "{replicated}"}) {
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
    %1 = stablehlo.subtract %0, %arg1 : tensor<8x2xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<8x2xf32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %4 = stablehlo.multiply %3, %1 : tensor<8x2xf32>
    %5 = stablehlo.reduce(%2 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<8x2xf32>
    %8 = stablehlo.dot_general %7, %arg0, contracting_dims = [0] x [0] : (tensor<8x2xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<4x2xf32>
    %12 = stablehlo.subtract %arg2, %11 : tensor<4x2xf32>
    return %5, %12 : tensor<f32>, tensor<4x2xf32>
  }
}
