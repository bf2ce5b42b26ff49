module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x8x8x3xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>, %arg4: tensor<4xf32>, %arg5: tensor<4xf32>, %arg6: tensor<3x3x3x4xf32>, %arg7: tensor<3xf32>, %arg8: tensor<16x3xf32>, %arg9: tensor<4xf32>, %arg10: tensor<4xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg0, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x4x4xf32>
    %1 = stablehlo.reshape %arg5 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<2x4x4x4xf32>
    %3 = stablehlo.add %0, %2 : tensor<2x4x4x4xf32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %5 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<2x4x4x4xf32>
    %7 = stablehlo.subtract %3, %6 : tensor<2x4x4x4xf32>
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1x1x4xf32>
    %9 = stablehlo.add %5, %8 : tensor<1x1x1x4xf32>
    %10 = stablehlo.rsqrt %9 : tensor<1x1x1x4xf32>
    %11 = stablehlo.reshape %arg4 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<1x1x1x4xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<2x4x4x4xf32>
    %14 = stablehlo.multiply %7, %13 : tensor<2x4x4x4xf32>
    %15 = stablehlo.reshape %arg3 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<2x4x4x4xf32>
    %17 = stablehlo.add %14, %16 : tensor<2x4x4x4xf32>
    %18 = call @relu(%17) : (tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
    %19 = stablehlo.reshape %18 : (tensor<2x4x4x4xf32>) -> tensor<2x4x4x2x2xf32>
    %20 = chlo.square %19 : tensor<2x4x4x2x2xf32> -> tensor<2x4x4x2x2xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%19 init: %cst_0) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<2x4x4x2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %23 = stablehlo.divide %21, %22 : tensor<2x2xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<2x4x4x2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %26 = stablehlo.divide %24, %25 : tensor<2x2xf32>
    %27 = chlo.square %23 : tensor<2x2xf32> -> tensor<2x2xf32>
    %28 = stablehlo.subtract %26, %27 : tensor<2x2xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %30 = stablehlo.maximum %29, %28 : tensor<2x2xf32>
    %31 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x2xf32>
    %32 = stablehlo.reshape %31 : (tensor<2x2x2xf32>) -> tensor<2x4xf32>
    %33 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x2xf32>
    %34 = stablehlo.reshape %33 : (tensor<2x2x2xf32>) -> tensor<2x4xf32>
    %35 = stablehlo.broadcast_in_dim %32, dims = [0, 3] : (tensor<2x4xf32>) -> tensor<2x1x1x4xf32>
    %36 = stablehlo.broadcast_in_dim %34, dims = [0, 3] : (tensor<2x4xf32>) -> tensor<2x1x1x4xf32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<2x1x1x4xf32>) -> tensor<2x4x4x4xf32>
    %38 = stablehlo.subtract %18, %37 : tensor<2x4x4x4xf32>
    %cst_5 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x1x1x4xf32>
    %40 = stablehlo.add %36, %39 : tensor<2x1x1x4xf32>
    %41 = stablehlo.rsqrt %40 : tensor<2x1x1x4xf32>
    %42 = stablehlo.reshape %arg10 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<2x1x1x4xf32>
    %44 = stablehlo.multiply %41, %43 : tensor<2x1x1x4xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<2x1x1x4xf32>) -> tensor<2x4x4x4xf32>
    %46 = stablehlo.multiply %38, %45 : tensor<2x4x4x4xf32>
    %47 = stablehlo.reshape %arg9 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<2x4x4x4xf32>
    %49 = stablehlo.add %46, %48 : tensor<2x4x4x4xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<f32>
    %51 = "stablehlo.reduce_window"(%49, %50) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %68 = stablehlo.maximum %arg11, %arg12 : tensor<f32>
      stablehlo.return %68 : tensor<f32>
    }) : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x2x2x4xf32>
    %52 = stablehlo.reshape %51 : (tensor<2x2x2x4xf32>) -> tensor<2x16xf32>
    %53 = stablehlo.dot_general %52, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x16xf32>, tensor<16x3xf32>) -> tensor<2x3xf32>
    %54 = stablehlo.reshape %arg7 : (tensor<3xf32>) -> tensor<1x3xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
    %56 = stablehlo.add %53, %55 : tensor<2x3xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_7) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %59 = stablehlo.maximum %58, %57 : tensor<2xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    %62 = stablehlo.subtract %56, %61 : tensor<2x3xf32>
    %63 = stablehlo.exponential %62 : tensor<2x3xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    %67 = stablehlo.divide %63, %66 : tensor<2x3xf32>
    return %67 : tensor<2x3xf32>
  }
  func.func private @relu(%arg0: tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x4x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x4x4x4xf32>
    return %1 : tensor<2x4x4x4xf32>
  }
}
