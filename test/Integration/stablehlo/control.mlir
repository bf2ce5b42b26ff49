module @jit_control attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<f32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<4xf32> {jax.result_info = "result[3]"}, tensor<3xf32> {jax.result_info = "result[4]"}, tensor<4xf32> {jax.result_info = "result[5]"}, tensor<60xf32> {jax.result_info = "result[6]"}, tensor<f32> {jax.result_info = "result[7]"}, tensor<f32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}, tensor<3xf32> {jax.result_info = "result[10]"}, tensor<4xf32> {jax.result_info = "result[11]"}) {
    %0 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<3x4xf32>) -> tensor<1x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1xf32>) -> tensor<f32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare GT, %1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.convert %2 : (tensor<i1>) -> tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %50 = stablehlo.subtract %arg0, %49 : tensor<3x4xf32>
      stablehlo.return %50 : tensor<3x4xf32>
    }, {
      %cst_15 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %50 = stablehlo.multiply %arg0, %49 : tensor<3x4xf32>
      stablehlo.return %50 : tensor<3x4xf32>
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %5 = stablehlo.clamp %c, %arg1, %c_0 : tensor<i32>
    %6 = "stablehlo.case"(%5) ({
      %49 = stablehlo.sine %arg0 : tensor<3x4xf32>
      stablehlo.return %49 : tensor<3x4xf32>
    }, {
      %49 = stablehlo.cosine %arg0 : tensor<3x4xf32>
      stablehlo.return %49 : tensor<3x4xf32>
    }, {
      %49 = stablehlo.tanh %arg0 : tensor<3x4xf32>
      stablehlo.return %49 : tensor<3x4xf32>
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %7 = stablehlo.clamp %c_1, %arg2, %c_2 : tensor<i32>
    %8 = "stablehlo.case"(%7) ({
      %49 = stablehlo.sine %arg0 : tensor<3x4xf32>
      stablehlo.return %49 : tensor<3x4xf32>
    }, {
      %49 = stablehlo.cosine %arg0 : tensor<3x4xf32>
      stablehlo.return %49 : tensor<3x4xf32>
    }, {
      %49 = stablehlo.tanh %arg0 : tensor<3x4xf32>
      stablehlo.return %49 : tensor<3x4xf32>
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %9 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x4xf32>) -> tensor<4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %12:4 = stablehlo.while(%iterArg = %arg0, %iterArg_15 = %c_4, %iterArg_16 = %10, %iterArg_17 = %11) : tensor<3x4xf32>, tensor<i32>, tensor<4xf32>, tensor<3xf32>
    cond {
      %c_18 = stablehlo.constant dense<3> : tensor<i32>
      %49 = stablehlo.compare LT, %iterArg_15, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %49 : tensor<i1>
    } do {
      %49 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_15) : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %50:2 = func.call @closed_call(%iterArg_16, %49) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
      %51 = func.call @dynamic_update_index_in_dim(%iterArg_17, %50#1, %iterArg_15) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %52 = stablehlo.add %iterArg_15, %c_18 : tensor<i32>
      stablehlo.return %iterArg, %52, %50#0, %51 : tensor<3x4xf32>, tensor<i32>, tensor<4xf32>, tensor<3xf32>
    }
    %13 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %14 = stablehlo.reshape %13 : (tensor<1x4xf32>) -> tensor<4xf32>
    %15 = stablehlo.reshape %arg0 : (tensor<3x4xf32>) -> tensor<1x3x1x4xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<1x3x1x4xf32>) -> tensor<20x3x1x4xf32>
    %17 = stablehlo.reshape %16 : (tensor<20x3x1x4xf32>) -> tensor<60x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<60xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %19:4 = stablehlo.while(%iterArg = %17, %iterArg_15 = %c_6, %iterArg_16 = %14, %iterArg_17 = %18) : tensor<60x4xf32>, tensor<i32>, tensor<4xf32>, tensor<60xf32>
    cond {
      %c_18 = stablehlo.constant dense<60> : tensor<i32>
      %49 = stablehlo.compare LT, %iterArg_15, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %49 : tensor<i1>
    } do {
      %49 = func.call @dynamic_index_in_dim_0(%iterArg, %iterArg_15) : (tensor<60x4xf32>, tensor<i32>) -> tensor<4xf32>
      %50:2 = func.call @closed_call(%iterArg_16, %49) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
      %51 = func.call @dynamic_update_index_in_dim_1(%iterArg_17, %50#1, %iterArg_15) : (tensor<60xf32>, tensor<f32>, tensor<i32>) -> tensor<60xf32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %52 = stablehlo.add %iterArg_15, %c_18 : tensor<i32>
      stablehlo.return %iterArg, %52, %50#0, %51 : tensor<60x4xf32>, tensor<i32>, tensor<4xf32>, tensor<60xf32>
    }
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %20:3 = stablehlo.while(%iterArg = %c_7, %iterArg_15 = %arg2, %iterArg_16 = %arg3) : tensor<i32>, tensor<i32>, tensor<f32>
    cond {
      %49 = stablehlo.compare LT, %iterArg, %iterArg_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %49 : tensor<i1>
    } do {
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %49 = stablehlo.add %iterArg, %c_17 : tensor<i32>
      %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
      %50 = stablehlo.multiply %iterArg_16, %cst_18 : tensor<f32>
      %51 = stablehlo.convert %iterArg : (tensor<i32>) -> tensor<f32>
      %52 = stablehlo.add %50, %51 : tensor<f32>
      stablehlo.return %49, %iterArg_15, %52 : tensor<i32>, tensor<i32>, tensor<f32>
    }
    %21:2 = stablehlo.while(%iterArg = %arg3, %iterArg_15 = %arg3) : tensor<f32>, tensor<f32>
    cond {
      %cst_16 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
      %49 = stablehlo.compare LT, %iterArg, %cst_16, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %49 : tensor<i1>
    } do {
      %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %49 = stablehlo.multiply %iterArg, %cst_16 : tensor<f32>
      %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %50 = stablehlo.add %49, %cst_17 : tensor<f32>
      %51 = stablehlo.add %iterArg_15, %iterArg : tensor<f32>
      stablehlo.return %50, %51 : tensor<f32>, tensor<f32>
    }
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %22:2 = stablehlo.while(%iterArg = %c_8, %iterArg_15 = %arg0) : tensor<i32>, tensor<3x4xf32>
    cond {
      %c_16 = stablehlo.constant dense<3> : tensor<i32>
      %49 = stablehlo.compare LT, %iterArg, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %49 : tensor<i1>
    } do {
      %49 = func.call @closed_call_2(%iterArg_15) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %50 = stablehlo.add %iterArg, %c_16 : tensor<i32>
      stablehlo.return %50, %49 : tensor<i32>, tensor<3x4xf32>
    }
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %24:3 = stablehlo.while(%iterArg = %arg0, %iterArg_15 = %c_10, %iterArg_16 = %23) : tensor<3x4xf32>, tensor<i32>, tensor<3xf32>
    cond {
      %c_17 = stablehlo.constant dense<3> : tensor<i32>
      %49 = stablehlo.compare LT, %iterArg_15, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %49 : tensor<i1>
    } do {
      %49 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_15) : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %50 = func.call @closed_call_3(%49) : (tensor<4xf32>) -> tensor<f32>
      %51 = func.call @dynamic_update_index_in_dim(%iterArg_16, %50, %iterArg_15) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %52 = stablehlo.add %iterArg_15, %c_17 : tensor<i32>
      stablehlo.return %iterArg, %52, %51 : tensor<3x4xf32>, tensor<i32>, tensor<3xf32>
    }
    %25 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %26 = stablehlo.reshape %25 : (tensor<1x4xf32>) -> tensor<4xf32>
    %27 = stablehlo.slice %26 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
    %28 = stablehlo.slice %26 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
    %29 = stablehlo.add %27, %28 : tensor<2xf32>
    %30 = stablehlo.slice %29 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %31 = stablehlo.slice %29 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
    %32 = stablehlo.add %30, %31 : tensor<1xf32>
    %33 = stablehlo.slice %32 [0:0] : (tensor<1xf32>) -> tensor<0xf32>
    %34 = stablehlo.slice %29 [2:2:2] : (tensor<2xf32>) -> tensor<0xf32>
    %35 = stablehlo.add %33, %34 : tensor<0xf32>
    %36 = stablehlo.slice %29 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %37 = stablehlo.concatenate %36, %35, dim = 0 : (tensor<1xf32>, tensor<0xf32>) -> tensor<1xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.pad %37, %cst_11, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.pad %32, %cst_12, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %40 = stablehlo.add %38, %39 : tensor<2xf32>
    %41 = stablehlo.slice %40 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %42 = stablehlo.slice %26 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
    %43 = stablehlo.add %41, %42 : tensor<1xf32>
    %44 = stablehlo.slice %26 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %45 = stablehlo.concatenate %44, %43, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.pad %45, %cst_13, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.pad %40, %cst_14, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %48 = stablehlo.add %46, %47 : tensor<4xf32>
    return %4, %6, %8, %12#2, %12#3, %19#2, %19#3, %20#2, %21#1, %22#1, %24#2, %48 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<60xf32>, tensor<f32>, tensor<f32>, tensor<3x4xf32>, tensor<3xf32>, tensor<4xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @closed_call(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<4xf32>
    %2 = stablehlo.add %1, %arg1 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %2, %3 : tensor<4xf32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<60x4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 4] : (tensor<60x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<60xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<60xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<60xf32>, tensor<1xf32>, tensor<i32>) -> tensor<60xf32>
    return %1 : tensor<60xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
    %2 = stablehlo.dot_general %1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<3x4xf32>
    return %4 : tensor<3x4xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<4xf32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}
