module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<8x4xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = sdy.manual_computation(%arg1, %arg0) in_shardings=[<@mesh, [{"data"}, {"model"}]>, <@mesh, [{"model"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data", "model"} (%arg2: tensor<4x2xf32>, %arg3: tensor<2x6xf32>) {
      %6 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
      %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %8 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %8 : tensor<f32>
      }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
      sdy.return %7 : tensor<4x6xf32>
    } : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<8x6xf32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<8x6xf32>
    %5 = sdy.manual_computation(%4, %arg1) in_shardings=[<@mesh, [{"data"}, {}]>, <@mesh, [{"data"}, {"model"}]>] out_shardings=[<@mesh, [{"model"}, {}]>] manual_axes={"data", "model"} (%arg2: tensor<4x6xf32>, %arg3: tensor<4x2xf32>) {
      %6 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [0] x [0] : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<6x2xf32>
      %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<6x2xf32>) -> tensor<2x6xf32>
      %8 = "stablehlo.all_reduce"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %9 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<2x6xf32>) -> tensor<2x6xf32>
      sdy.return %8 : tensor<2x6xf32>
    } : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<4x6xf32>
    return %5 : tensor<4x6xf32>
  }
}
