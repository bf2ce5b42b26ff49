module @jit_random_bits attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result[0][0]"}, tensor<3x5xui32> {jax.result_info = "result[0][1]"}, tensor<4xui32> {jax.result_info = "result[0][2]"}, tensor<3x5xui32> {jax.result_info = "result[0][3]"}, tensor<4xui32> {jax.result_info = "result[0][4]"}, tensor<3x5xui32> {jax.result_info = "result[0][5]"}, tensor<4xui32> {jax.result_info = "result[0][6]"}, tensor<3x4x5xui32> {jax.result_info = "result[0][7]"}, tensor<4xui32> {jax.result_info = "result[0][8]"}, tensor<3x4x5xui32> {jax.result_info = "result[0][9]"}, tensor<4xui32> {jax.result_info = "result[0][10]"}, tensor<3x4x5xui32> {jax.result_info = "result[0][11]"}, tensor<4xui32> {jax.result_info = "result[0][12]"}, tensor<7xui8> {jax.result_info = "result[0][13]"}, tensor<4xui32> {jax.result_info = "result[0][14]"}, tensor<7xui8> {jax.result_info = "result[0][15]"}, tensor<4xui32> {jax.result_info = "result[0][16]"}, tensor<7xui8> {jax.result_info = "result[0][17]"}, tensor<4xui32> {jax.result_info = "result[0][18]"}, tensor<2x3xui16> {jax.result_info = "result[0][19]"}, tensor<4xui32> {jax.result_info = "result[0][20]"}, tensor<2x3xui16> {jax.result_info = "result[0][21]"}, tensor<4xui32> {jax.result_info = "result[0][22]"}, tensor<2x3xui16> {jax.result_info = "result[0][23]"}, tensor<4xui32> {jax.result_info = "result[0][24]"}, tensor<ui32> {jax.result_info = "result[0][25]"}, tensor<4xui32> {jax.result_info = "result[0][26]"}, tensor<ui32> {jax.result_info = "result[0][27]"}, tensor<4xui32> {jax.result_info = "result[0][28]"}, tensor<ui32> {jax.result_info = "result[0][29]"}, tensor<4x3xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
    %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
    %4 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %5 = stablehlo.bitcast_convert %4 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_0, %output_1 = stablehlo.rng_bit_generator %5, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
    %6 = stablehlo.bitcast_convert %output_state_0 : (tensor<2xui64>) -> tensor<2x2xui32>
    %7 = stablehlo.reshape %6 : (tensor<2x2xui32>) -> tensor<4xui32>
    %8 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %9 = stablehlo.bitcast_convert %8 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_2, %output_3 = stablehlo.rng_bit_generator %9, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
    %10 = stablehlo.bitcast_convert %output_state_2 : (tensor<2xui64>) -> tensor<2x2xui32>
    %11 = stablehlo.reshape %10 : (tensor<2x2xui32>) -> tensor<4xui32>
    %12 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %13 = stablehlo.bitcast_convert %12 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_4, %output_5 = stablehlo.rng_bit_generator %13, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4x5xui32>)
    %14 = stablehlo.bitcast_convert %output_state_4 : (tensor<2xui64>) -> tensor<2x2xui32>
    %15 = stablehlo.reshape %14 : (tensor<2x2xui32>) -> tensor<4xui32>
    %16 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %17 = stablehlo.bitcast_convert %16 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_6, %output_7 = stablehlo.rng_bit_generator %17, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4x5xui32>)
    %18 = stablehlo.bitcast_convert %output_state_6 : (tensor<2xui64>) -> tensor<2x2xui32>
    %19 = stablehlo.reshape %18 : (tensor<2x2xui32>) -> tensor<4xui32>
    %20 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %21 = stablehlo.bitcast_convert %20 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_8, %output_9 = stablehlo.rng_bit_generator %21, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4x5xui32>)
    %22 = stablehlo.bitcast_convert %output_state_8 : (tensor<2xui64>) -> tensor<2x2xui32>
    %23 = stablehlo.reshape %22 : (tensor<2x2xui32>) -> tensor<4xui32>
    %24 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %25 = stablehlo.bitcast_convert %24 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_10, %output_11 = stablehlo.rng_bit_generator %25, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui8>)
    %26 = stablehlo.bitcast_convert %output_state_10 : (tensor<2xui64>) -> tensor<2x2xui32>
    %27 = stablehlo.reshape %26 : (tensor<2x2xui32>) -> tensor<4xui32>
    %28 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %29 = stablehlo.bitcast_convert %28 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_12, %output_13 = stablehlo.rng_bit_generator %29, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui8>)
    %30 = stablehlo.bitcast_convert %output_state_12 : (tensor<2xui64>) -> tensor<2x2xui32>
    %31 = stablehlo.reshape %30 : (tensor<2x2xui32>) -> tensor<4xui32>
    %32 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %33 = stablehlo.bitcast_convert %32 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_14, %output_15 = stablehlo.rng_bit_generator %33, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui8>)
    %34 = stablehlo.bitcast_convert %output_state_14 : (tensor<2xui64>) -> tensor<2x2xui32>
    %35 = stablehlo.reshape %34 : (tensor<2x2xui32>) -> tensor<4xui32>
    %36 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %37 = stablehlo.bitcast_convert %36 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_16, %output_17 = stablehlo.rng_bit_generator %37, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui16>)
    %38 = stablehlo.bitcast_convert %output_state_16 : (tensor<2xui64>) -> tensor<2x2xui32>
    %39 = stablehlo.reshape %38 : (tensor<2x2xui32>) -> tensor<4xui32>
    %40 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %41 = stablehlo.bitcast_convert %40 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_18, %output_19 = stablehlo.rng_bit_generator %41, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui16>)
    %42 = stablehlo.bitcast_convert %output_state_18 : (tensor<2xui64>) -> tensor<2x2xui32>
    %43 = stablehlo.reshape %42 : (tensor<2x2xui32>) -> tensor<4xui32>
    %44 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %45 = stablehlo.bitcast_convert %44 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_20, %output_21 = stablehlo.rng_bit_generator %45, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui16>)
    %46 = stablehlo.bitcast_convert %output_state_20 : (tensor<2xui64>) -> tensor<2x2xui32>
    %47 = stablehlo.reshape %46 : (tensor<2x2xui32>) -> tensor<4xui32>
    %48 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %49 = stablehlo.bitcast_convert %48 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_22, %output_23 = stablehlo.rng_bit_generator %49, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
    %50 = stablehlo.bitcast_convert %output_state_22 : (tensor<2xui64>) -> tensor<2x2xui32>
    %51 = stablehlo.reshape %50 : (tensor<2x2xui32>) -> tensor<4xui32>
    %52 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %53 = stablehlo.bitcast_convert %52 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_24, %output_25 = stablehlo.rng_bit_generator %53, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
    %54 = stablehlo.bitcast_convert %output_state_24 : (tensor<2xui64>) -> tensor<2x2xui32>
    %55 = stablehlo.reshape %54 : (tensor<2x2xui32>) -> tensor<4xui32>
    %56 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %57 = stablehlo.bitcast_convert %56 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_26, %output_27 = stablehlo.rng_bit_generator %57, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
    %58 = stablehlo.bitcast_convert %output_state_26 : (tensor<2xui64>) -> tensor<2x2xui32>
    %59 = stablehlo.reshape %58 : (tensor<2x2xui32>) -> tensor<4xui32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %c_28 = stablehlo.constant dense<32> : tensor<i32>
    %60 = stablehlo.shift_right_logical %c, %c_28 : tensor<i32>
    %61 = stablehlo.convert %60 : (tensor<i32>) -> tensor<ui32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %c_29 = stablehlo.constant dense<-1> : tensor<i32>
    %63 = stablehlo.and %c, %c_29 : tensor<i32>
    %64 = stablehlo.convert %63 : (tensor<i32>) -> tensor<ui32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %66 = stablehlo.concatenate %62, %65, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %67 = stablehlo.concatenate %66, %66, dim = 0 : (tensor<2xui32>, tensor<2xui32>) -> tensor<4xui32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %68 = call @_uniform(%67, %cst, %cst_30) : (tensor<4xui32>, tensor<f32>, tensor<f32>) -> tensor<4x3xf32>
    return %3, %output, %7, %output_1, %11, %output_3, %15, %output_5, %19, %output_7, %23, %output_9, %27, %output_11, %31, %output_13, %35, %output_15, %39, %output_17, %43, %output_19, %47, %output_21, %51, %output_23, %55, %output_25, %59, %output_27, %68 : tensor<4xui32>, tensor<3x5xui32>, tensor<4xui32>, tensor<3x5xui32>, tensor<4xui32>, tensor<3x5xui32>, tensor<4xui32>, tensor<3x4x5xui32>, tensor<4xui32>, tensor<3x4x5xui32>, tensor<4xui32>, tensor<3x4x5xui32>, tensor<4xui32>, tensor<7xui8>, tensor<4xui32>, tensor<7xui8>, tensor<4xui32>, tensor<7xui8>, tensor<4xui32>, tensor<2x3xui16>, tensor<4xui32>, tensor<2x3xui16>, tensor<4xui32>, tensor<2x3xui16>, tensor<4xui32>, tensor<ui32>, tensor<4xui32>, tensor<ui32>, tensor<4xui32>, tensor<ui32>, tensor<4x3xf32>
  }
  func.func private @_uniform(%arg0: tensor<4xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<4x3xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.convert %arg2 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %5 = stablehlo.bitcast_convert %4 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui32>)
    %6 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %7 = stablehlo.reshape %6 : (tensor<2x2xui32>) -> tensor<4xui32>
    %c = stablehlo.constant dense<9> : tensor<ui32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<4x3xui32>
    %9 = stablehlo.shift_right_logical %output, %8 : tensor<4x3xui32>
    %c_0 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<4x3xui32>
    %11 = stablehlo.or %9, %10 : tensor<4x3xui32>
    %12 = stablehlo.bitcast_convert %11 : (tensor<4x3xui32>) -> tensor<4x3xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %14 = stablehlo.subtract %12, %13 : tensor<4x3xf32>
    %15 = stablehlo.subtract %3, %2 : tensor<1x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4x3xf32>
    %17 = stablehlo.multiply %14, %16 : tensor<4x3xf32>
    %18 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4x3xf32>
    %19 = stablehlo.add %17, %18 : tensor<4x3xf32>
    %20 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4x3xf32>
    %21 = stablehlo.maximum %20, %19 : tensor<4x3xf32>
    return %21 : tensor<4x3xf32>
  }
}
