module @jit_widths attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xui8>, %arg2: tensor<2x2xi32>) -> (tensor<3x4x4xui8> {jax.result_info = "result[0]"}, tensor<3xi32> {jax.result_info = "result[1]"}, tensor<3x4x2xi16> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<2x2x4xi8> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4x4xui8>
    %1 = stablehlo.bitcast_convert %arg1 : (tensor<3x4xui8>) -> tensor<3xi32>
    %2 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4x2xi16>
    %3 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4x2xui16>
    %4 = stablehlo.reverse %3, dims = [0] : tensor<3x4x2xui16>
    %5 = stablehlo.bitcast_convert %4 : (tensor<3x4x2xui16>) -> tensor<3x4xf32>
    %6 = stablehlo.bitcast_convert %arg2 : (tensor<2x2xi32>) -> tensor<2x2x4xi8>
    return %0, %1, %2, %5, %6 : tensor<3x4x4xui8>, tensor<3xi32>, tensor<3x4x2xi16>, tensor<3x4xf32>, tensor<2x2x4xi8>
  }
}
