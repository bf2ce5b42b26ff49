module attributes {relax.weights = "model.safetensors"} {
  relax.func @main(%tokens: tensor<1x?xi64, #relax.dims<[1, s27]>> {relax.name = "tokens"}) -> tuple<tensor<1x?x50xf32, #relax.dims<[1, s27, 50]>>> attributes {tir_var_lower_bound = {"s27" = 2 : i64}, tir_var_upper_bound = {"s27" = 64 : i64}} {
    %df = relax.dataflow -> tuple<tensor<1x?x50xf32, #relax.dims<[1, s27, 50]>>> {
      %0 = relax.arange {start = #relax.expr<0>, end = #relax.expr<s27>, step = #relax.expr<1>, dtype = i64} : () -> tensor<?xi64, #relax.dims<[s27]>>
      %1 = relax.expand_dims %0 {axis = array<i64: 0>} : (tensor<?xi64, #relax.dims<[s27]>>) -> tensor<1x?xi64, #relax.dims<[1, s27]>>
      %2 = relax.expand_dims %0 {axis = array<i64: 1>} : (tensor<?xi64, #relax.dims<[s27]>>) -> tensor<?x1xi64, #relax.dims<[s27, 1]>>
      %3 = relax.greater %1, %2 : (tensor<1x?xi64, #relax.dims<[1, s27]>>, tensor<?x1xi64, #relax.dims<[s27, 1]>>) -> tensor<?x?xi1, #relax.dims<[s27, s27]>>
      %4 = relax.astype %tokens {dtype = i32} : (tensor<1x?xi64, #relax.dims<[1, s27]>>) -> tensor<1x?xi32, #relax.dims<[1, s27]>>
      %5 = relax.shape [s27] : !relax.shape<[s27]>
      %6 = relax.reshape %4, %5 : (tensor<1x?xi32, #relax.dims<[1, s27]>>, !relax.shape<[s27]>) -> tensor<?xi32, #relax.dims<[s27]>>
      %7 = relax.constant dense_resource<constant_0> : tensor<50x32xf32>
      %8 = relax.take %7, %6 {axis = 0 : i64, mode = "fast"} : (tensor<50x32xf32>, tensor<?xi32, #relax.dims<[s27]>>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %9 = relax.shape [1, s27, 32] : !relax.shape<[1, s27, 32]>
      %10 = relax.reshape %8, %9 : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, !relax.shape<[1, s27, 32]>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %11 = relax.astype %0 {dtype = i32} : (tensor<?xi64, #relax.dims<[s27]>>) -> tensor<?xi32, #relax.dims<[s27]>>
      %12 = relax.constant dense_resource<constant_1> : tensor<64x32xf32>
      %13 = relax.take %12, %11 {axis = 0 : i64, mode = "fast"} : (tensor<64x32xf32>, tensor<?xi32, #relax.dims<[s27]>>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %14 = relax.add %10, %13 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, tensor<?x32xf32, #relax.dims<[s27, 32]>>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %15 = relax.constant dense_resource<constant_2> : tensor<32xf32>
      %16 = relax.constant dense_resource<constant_3> : tensor<32xf32>
      %17 = relax.nn.layer_norm %14, %15, %16 {axes = array<i64: -1>, epsilon = 1.0e-05 : f64, center = true, scale = true} : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, tensor<32xf32>, tensor<32xf32>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %18 = relax.shape [s27, 32] : !relax.shape<[s27, 32]>
      %19 = relax.reshape %17, %18 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, !relax.shape<[s27, 32]>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %20 = relax.constant dense_resource<constant_4> : tensor<96x32xf32>
      %21 = relax.permute_dims %20 {axes = array<i64: 1, 0>} : (tensor<96x32xf32>) -> tensor<32x96xf32>
      %22 = relax.matmul %19, %21 {out_dtype = f32} : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, tensor<32x96xf32>) -> tensor<?x96xf32, #relax.dims<[s27, 96]>>
      %23 = relax.constant dense_resource<constant_5> : tensor<96xf32>
      %24 = relax.add %23, %22 : (tensor<96xf32>, tensor<?x96xf32, #relax.dims<[s27, 96]>>) -> tensor<?x96xf32, #relax.dims<[s27, 96]>>
      %25 = relax.shape [1, s27, 96] : !relax.shape<[1, s27, 96]>
      %26 = relax.reshape %24, %25 : (tensor<?x96xf32, #relax.dims<[s27, 96]>>, !relax.shape<[1, s27, 96]>) -> tensor<1x?x96xf32, #relax.dims<[1, s27, 96]>>
      %27 = relax.shape [1, s27, 3, 4, 8] : !relax.shape<[1, s27, 3, 4, 8]>
      %28 = relax.reshape %26, %27 : (tensor<1x?x96xf32, #relax.dims<[1, s27, 96]>>, !relax.shape<[1, s27, 3, 4, 8]>) -> tensor<1x?x3x4x8xf32, #relax.dims<[1, s27, 3, 4, 8]>>
      %29 = relax.permute_dims %28 {axes = array<i64: 2, 0, 3, 1, 4>} : (tensor<1x?x3x4x8xf32, #relax.dims<[1, s27, 3, 4, 8]>>) -> tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>
      %30 = relax.strided_slice %29 {axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<1>], strides = array<i64: 1>, assume_inbound = false} : (tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>) -> tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>
      %31 = relax.strided_slice %29 {axes = array<i64: 0>, begin = [#relax.expr<1>], end = [#relax.expr<2>], strides = array<i64: 1>, assume_inbound = false} : (tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>) -> tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>
      %32 = relax.strided_slice %29 {axes = array<i64: 0>, begin = [#relax.expr<2>], end = [#relax.expr<3>], strides = array<i64: 1>, assume_inbound = false} : (tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>) -> tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>
      %33 = relax.squeeze %30 {axis = array<i64: 0>} : (tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %34 = relax.squeeze %31 {axis = array<i64: 0>} : (tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %35 = relax.squeeze %32 {axis = array<i64: 0>} : (tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %36 = relax.permute_dims %34 {axes = array<i64: 0, 1, 3, 2>} : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>) -> tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>
      %37 = relax.shape [1, 4, s27, 8] : !relax.shape<[1, 4, s27, 8]>
      %38 = relax.broadcast_to %33, %37 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[1, 4, s27, 8]>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %39 = relax.shape [4, s27, 8] : !relax.shape<[4, s27, 8]>
      %40 = relax.reshape %38, %39 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[4, s27, 8]>) -> tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>
      %41 = relax.shape [1, 4, 8, s27] : !relax.shape<[1, 4, 8, s27]>
      %42 = relax.broadcast_to %36, %41 : (tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>, !relax.shape<[1, 4, 8, s27]>) -> tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>
      %43 = relax.shape [4, 8, s27] : !relax.shape<[4, 8, s27]>
      %44 = relax.reshape %42, %43 : (tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>, !relax.shape<[4, 8, s27]>) -> tensor<4x8x?xf32, #relax.dims<[4, 8, s27]>>
      %45 = relax.matmul %40, %44 {out_dtype = f32} : (tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>, tensor<4x8x?xf32, #relax.dims<[4, 8, s27]>>) -> tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>
      %46 = relax.shape [1, 4, s27, s27] : !relax.shape<[1, 4, s27, s27]>
      %47 = relax.reshape %45, %46 : (tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>, !relax.shape<[1, 4, s27, s27]>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %48 = relax.constant dense<2.8284270763397217> : tensor<f32>
      %49 = relax.divide %47, %48 : (tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>, tensor<f32>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %50 = relax.constant dense<0xFF800000> : tensor<f32>
      %51 = relax.where %3, %50, %49 : (tensor<?x?xi1, #relax.dims<[s27, s27]>>, tensor<f32>, tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %52 = relax.nn.softmax %51 {axis = -1 : i64} : tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %53 = relax.shape [1, 4, s27, s27] : !relax.shape<[1, 4, s27, s27]>
      %54 = relax.broadcast_to %52, %53 : (tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>, !relax.shape<[1, 4, s27, s27]>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %55 = relax.shape [4, s27, s27] : !relax.shape<[4, s27, s27]>
      %56 = relax.reshape %54, %55 : (tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>, !relax.shape<[4, s27, s27]>) -> tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>
      %57 = relax.shape [1, 4, s27, 8] : !relax.shape<[1, 4, s27, 8]>
      %58 = relax.broadcast_to %35, %57 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[1, 4, s27, 8]>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %59 = relax.shape [4, s27, 8] : !relax.shape<[4, s27, 8]>
      %60 = relax.reshape %58, %59 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[4, s27, 8]>) -> tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>
      %61 = relax.matmul %56, %60 {out_dtype = f32} : (tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>, tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>) -> tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>
      %62 = relax.shape [1, 4, s27, 8] : !relax.shape<[1, 4, s27, 8]>
      %63 = relax.reshape %61, %62 : (tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>, !relax.shape<[1, 4, s27, 8]>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %64 = relax.permute_dims %63 {axes = array<i64: 0, 2, 1, 3>} : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>) -> tensor<1x?x4x8xf32, #relax.dims<[1, s27, 4, 8]>>
      %65 = relax.shape [1, s27, 32] : !relax.shape<[1, s27, 32]>
      %66 = relax.reshape %64, %65 : (tensor<1x?x4x8xf32, #relax.dims<[1, s27, 4, 8]>>, !relax.shape<[1, s27, 32]>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %67 = relax.shape [s27, 32] : !relax.shape<[s27, 32]>
      %68 = relax.reshape %66, %67 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, !relax.shape<[s27, 32]>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %69 = relax.constant dense_resource<constant_6> : tensor<32x32xf32>
      %70 = relax.permute_dims %69 {axes = array<i64: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %71 = relax.matmul %68, %70 {out_dtype = f32} : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, tensor<32x32xf32>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %72 = relax.constant dense_resource<constant_7> : tensor<32xf32>
      %73 = relax.add %72, %71 : (tensor<32xf32>, tensor<?x32xf32, #relax.dims<[s27, 32]>>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %74 = relax.shape [1, s27, 32] : !relax.shape<[1, s27, 32]>
      %75 = relax.reshape %73, %74 : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, !relax.shape<[1, s27, 32]>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %76 = relax.add %14, %75 : tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %77 = relax.constant dense_resource<constant_8> : tensor<32xf32>
      %78 = relax.constant dense_resource<constant_9> : tensor<32xf32>
      %79 = relax.nn.layer_norm %76, %77, %78 {axes = array<i64: -1>, epsilon = 1.0e-05 : f64, center = true, scale = true} : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, tensor<32xf32>, tensor<32xf32>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %80 = relax.shape [s27, 32] : !relax.shape<[s27, 32]>
      %81 = relax.reshape %79, %80 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, !relax.shape<[s27, 32]>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %82 = relax.constant dense_resource<constant_10> : tensor<64x32xf32>
      %83 = relax.permute_dims %82 {axes = array<i64: 1, 0>} : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %84 = relax.matmul %81, %83 {out_dtype = f32} : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, tensor<32x64xf32>) -> tensor<?x64xf32, #relax.dims<[s27, 64]>>
      %85 = relax.constant dense_resource<constant_11> : tensor<64xf32>
      %86 = relax.add %85, %84 : (tensor<64xf32>, tensor<?x64xf32, #relax.dims<[s27, 64]>>) -> tensor<?x64xf32, #relax.dims<[s27, 64]>>
      %87 = relax.shape [1, s27, 64] : !relax.shape<[1, s27, 64]>
      %88 = relax.reshape %86, %87 : (tensor<?x64xf32, #relax.dims<[s27, 64]>>, !relax.shape<[1, s27, 64]>) -> tensor<1x?x64xf32, #relax.dims<[1, s27, 64]>>
      %89 = relax.nn.gelu %88 : tensor<1x?x64xf32, #relax.dims<[1, s27, 64]>>
      %90 = relax.shape [s27, 64] : !relax.shape<[s27, 64]>
      %91 = relax.reshape %89, %90 : (tensor<1x?x64xf32, #relax.dims<[1, s27, 64]>>, !relax.shape<[s27, 64]>) -> tensor<?x64xf32, #relax.dims<[s27, 64]>>
      %92 = relax.constant dense_resource<constant_12> : tensor<32x64xf32>
      %93 = relax.permute_dims %92 {axes = array<i64: 1, 0>} : (tensor<32x64xf32>) -> tensor<64x32xf32>
      %94 = relax.matmul %91, %93 {out_dtype = f32} : (tensor<?x64xf32, #relax.dims<[s27, 64]>>, tensor<64x32xf32>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %95 = relax.constant dense_resource<constant_13> : tensor<32xf32>
      %96 = relax.add %95, %94 : (tensor<32xf32>, tensor<?x32xf32, #relax.dims<[s27, 32]>>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %97 = relax.shape [1, s27, 32] : !relax.shape<[1, s27, 32]>
      %98 = relax.reshape %96, %97 : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, !relax.shape<[1, s27, 32]>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %99 = relax.add %76, %98 : tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %100 = relax.constant dense_resource<constant_14> : tensor<32xf32>
      %101 = relax.constant dense_resource<constant_15> : tensor<32xf32>
      %102 = relax.nn.layer_norm %99, %100, %101 {axes = array<i64: -1>, epsilon = 1.0e-05 : f64, center = true, scale = true} : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, tensor<32xf32>, tensor<32xf32>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %103 = relax.shape [s27, 32] : !relax.shape<[s27, 32]>
      %104 = relax.reshape %102, %103 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, !relax.shape<[s27, 32]>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %105 = relax.constant dense_resource<constant_16> : tensor<96x32xf32>
      %106 = relax.permute_dims %105 {axes = array<i64: 1, 0>} : (tensor<96x32xf32>) -> tensor<32x96xf32>
      %107 = relax.matmul %104, %106 {out_dtype = f32} : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, tensor<32x96xf32>) -> tensor<?x96xf32, #relax.dims<[s27, 96]>>
      %108 = relax.constant dense_resource<constant_17> : tensor<96xf32>
      %109 = relax.add %108, %107 : (tensor<96xf32>, tensor<?x96xf32, #relax.dims<[s27, 96]>>) -> tensor<?x96xf32, #relax.dims<[s27, 96]>>
      %110 = relax.shape [1, s27, 96] : !relax.shape<[1, s27, 96]>
      %111 = relax.reshape %109, %110 : (tensor<?x96xf32, #relax.dims<[s27, 96]>>, !relax.shape<[1, s27, 96]>) -> tensor<1x?x96xf32, #relax.dims<[1, s27, 96]>>
      %112 = relax.shape [1, s27, 3, 4, 8] : !relax.shape<[1, s27, 3, 4, 8]>
      %113 = relax.reshape %111, %112 : (tensor<1x?x96xf32, #relax.dims<[1, s27, 96]>>, !relax.shape<[1, s27, 3, 4, 8]>) -> tensor<1x?x3x4x8xf32, #relax.dims<[1, s27, 3, 4, 8]>>
      %114 = relax.permute_dims %113 {axes = array<i64: 2, 0, 3, 1, 4>} : (tensor<1x?x3x4x8xf32, #relax.dims<[1, s27, 3, 4, 8]>>) -> tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>
      %115 = relax.strided_slice %114 {axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<1>], strides = array<i64: 1>, assume_inbound = false} : (tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>) -> tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>
      %116 = relax.strided_slice %114 {axes = array<i64: 0>, begin = [#relax.expr<1>], end = [#relax.expr<2>], strides = array<i64: 1>, assume_inbound = false} : (tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>) -> tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>
      %117 = relax.strided_slice %114 {axes = array<i64: 0>, begin = [#relax.expr<2>], end = [#relax.expr<3>], strides = array<i64: 1>, assume_inbound = false} : (tensor<3x1x4x?x8xf32, #relax.dims<[3, 1, 4, s27, 8]>>) -> tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>
      %118 = relax.squeeze %115 {axis = array<i64: 0>} : (tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %119 = relax.squeeze %116 {axis = array<i64: 0>} : (tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %120 = relax.squeeze %117 {axis = array<i64: 0>} : (tensor<1x1x4x?x8xf32, #relax.dims<[1, 1, 4, s27, 8]>>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %121 = relax.permute_dims %119 {axes = array<i64: 0, 1, 3, 2>} : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>) -> tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>
      %122 = relax.shape [1, 4, s27, 8] : !relax.shape<[1, 4, s27, 8]>
      %123 = relax.broadcast_to %118, %122 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[1, 4, s27, 8]>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %124 = relax.shape [4, s27, 8] : !relax.shape<[4, s27, 8]>
      %125 = relax.reshape %123, %124 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[4, s27, 8]>) -> tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>
      %126 = relax.shape [1, 4, 8, s27] : !relax.shape<[1, 4, 8, s27]>
      %127 = relax.broadcast_to %121, %126 : (tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>, !relax.shape<[1, 4, 8, s27]>) -> tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>
      %128 = relax.shape [4, 8, s27] : !relax.shape<[4, 8, s27]>
      %129 = relax.reshape %127, %128 : (tensor<1x4x8x?xf32, #relax.dims<[1, 4, 8, s27]>>, !relax.shape<[4, 8, s27]>) -> tensor<4x8x?xf32, #relax.dims<[4, 8, s27]>>
      %130 = relax.matmul %125, %129 {out_dtype = f32} : (tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>, tensor<4x8x?xf32, #relax.dims<[4, 8, s27]>>) -> tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>
      %131 = relax.shape [1, 4, s27, s27] : !relax.shape<[1, 4, s27, s27]>
      %132 = relax.reshape %130, %131 : (tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>, !relax.shape<[1, 4, s27, s27]>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %133 = relax.constant dense<2.8284270763397217> : tensor<f32>
      %134 = relax.divide %132, %133 : (tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>, tensor<f32>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %135 = relax.constant dense<0xFF800000> : tensor<f32>
      %136 = relax.where %3, %135, %134 : (tensor<?x?xi1, #relax.dims<[s27, s27]>>, tensor<f32>, tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %137 = relax.nn.softmax %136 {axis = -1 : i64} : tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %138 = relax.shape [1, 4, s27, s27] : !relax.shape<[1, 4, s27, s27]>
      %139 = relax.broadcast_to %137, %138 : (tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>, !relax.shape<[1, 4, s27, s27]>) -> tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>
      %140 = relax.shape [4, s27, s27] : !relax.shape<[4, s27, s27]>
      %141 = relax.reshape %139, %140 : (tensor<1x4x?x?xf32, #relax.dims<[1, 4, s27, s27]>>, !relax.shape<[4, s27, s27]>) -> tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>
      %142 = relax.shape [1, 4, s27, 8] : !relax.shape<[1, 4, s27, 8]>
      %143 = relax.broadcast_to %120, %142 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[1, 4, s27, 8]>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %144 = relax.shape [4, s27, 8] : !relax.shape<[4, s27, 8]>
      %145 = relax.reshape %143, %144 : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>, !relax.shape<[4, s27, 8]>) -> tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>
      %146 = relax.matmul %141, %145 {out_dtype = f32} : (tensor<4x?x?xf32, #relax.dims<[4, s27, s27]>>, tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>) -> tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>
      %147 = relax.shape [1, 4, s27, 8] : !relax.shape<[1, 4, s27, 8]>
      %148 = relax.reshape %146, %147 : (tensor<4x?x8xf32, #relax.dims<[4, s27, 8]>>, !relax.shape<[1, 4, s27, 8]>) -> tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>
      %149 = relax.permute_dims %148 {axes = array<i64: 0, 2, 1, 3>} : (tensor<1x4x?x8xf32, #relax.dims<[1, 4, s27, 8]>>) -> tensor<1x?x4x8xf32, #relax.dims<[1, s27, 4, 8]>>
      %150 = relax.shape [1, s27, 32] : !relax.shape<[1, s27, 32]>
      %151 = relax.reshape %149, %150 : (tensor<1x?x4x8xf32, #relax.dims<[1, s27, 4, 8]>>, !relax.shape<[1, s27, 32]>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %152 = relax.shape [s27, 32] : !relax.shape<[s27, 32]>
      %153 = relax.reshape %151, %152 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, !relax.shape<[s27, 32]>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %154 = relax.constant dense_resource<constant_18> : tensor<32x32xf32>
      %155 = relax.permute_dims %154 {axes = array<i64: 1, 0>} : (tensor<32x32xf32>) -> tensor<32x32xf32>
      %156 = relax.matmul %153, %155 {out_dtype = f32} : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, tensor<32x32xf32>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %157 = relax.constant dense_resource<constant_19> : tensor<32xf32>
      %158 = relax.add %157, %156 : (tensor<32xf32>, tensor<?x32xf32, #relax.dims<[s27, 32]>>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %159 = relax.shape [1, s27, 32] : !relax.shape<[1, s27, 32]>
      %160 = relax.reshape %158, %159 : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, !relax.shape<[1, s27, 32]>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %161 = relax.add %99, %160 : tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %162 = relax.constant dense_resource<constant_20> : tensor<32xf32>
      %163 = relax.constant dense_resource<constant_21> : tensor<32xf32>
      %164 = relax.nn.layer_norm %161, %162, %163 {axes = array<i64: -1>, epsilon = 1.0e-05 : f64, center = true, scale = true} : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, tensor<32xf32>, tensor<32xf32>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %165 = relax.shape [s27, 32] : !relax.shape<[s27, 32]>
      %166 = relax.reshape %164, %165 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, !relax.shape<[s27, 32]>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %167 = relax.constant dense_resource<constant_22> : tensor<64x32xf32>
      %168 = relax.permute_dims %167 {axes = array<i64: 1, 0>} : (tensor<64x32xf32>) -> tensor<32x64xf32>
      %169 = relax.matmul %166, %168 {out_dtype = f32} : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, tensor<32x64xf32>) -> tensor<?x64xf32, #relax.dims<[s27, 64]>>
      %170 = relax.constant dense_resource<constant_23> : tensor<64xf32>
      %171 = relax.add %170, %169 : (tensor<64xf32>, tensor<?x64xf32, #relax.dims<[s27, 64]>>) -> tensor<?x64xf32, #relax.dims<[s27, 64]>>
      %172 = relax.shape [1, s27, 64] : !relax.shape<[1, s27, 64]>
      %173 = relax.reshape %171, %172 : (tensor<?x64xf32, #relax.dims<[s27, 64]>>, !relax.shape<[1, s27, 64]>) -> tensor<1x?x64xf32, #relax.dims<[1, s27, 64]>>
      %174 = relax.nn.gelu %173 : tensor<1x?x64xf32, #relax.dims<[1, s27, 64]>>
      %175 = relax.shape [s27, 64] : !relax.shape<[s27, 64]>
      %176 = relax.reshape %174, %175 : (tensor<1x?x64xf32, #relax.dims<[1, s27, 64]>>, !relax.shape<[s27, 64]>) -> tensor<?x64xf32, #relax.dims<[s27, 64]>>
      %177 = relax.constant dense_resource<constant_24> : tensor<32x64xf32>
      %178 = relax.permute_dims %177 {axes = array<i64: 1, 0>} : (tensor<32x64xf32>) -> tensor<64x32xf32>
      %179 = relax.matmul %176, %178 {out_dtype = f32} : (tensor<?x64xf32, #relax.dims<[s27, 64]>>, tensor<64x32xf32>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %180 = relax.constant dense_resource<constant_25> : tensor<32xf32>
      %181 = relax.add %180, %179 : (tensor<32xf32>, tensor<?x32xf32, #relax.dims<[s27, 32]>>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %182 = relax.shape [1, s27, 32] : !relax.shape<[1, s27, 32]>
      %183 = relax.reshape %181, %182 : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, !relax.shape<[1, s27, 32]>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %184 = relax.add %161, %183 : tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %185 = relax.constant dense_resource<constant_26> : tensor<32xf32>
      %186 = relax.constant dense_resource<constant_27> : tensor<32xf32>
      %187 = relax.nn.layer_norm %184, %185, %186 {axes = array<i64: -1>, epsilon = 1.0e-05 : f64, center = true, scale = true} : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, tensor<32xf32>, tensor<32xf32>) -> tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>
      %188 = relax.constant dense_resource<constant_28> : tensor<50x32xf32>
      %189 = relax.permute_dims %188 {axes = array<i64: 1, 0>} : (tensor<50x32xf32>) -> tensor<32x50xf32>
      %190 = relax.shape [s27, 32] : !relax.shape<[s27, 32]>
      %191 = relax.reshape %187, %190 : (tensor<1x?x32xf32, #relax.dims<[1, s27, 32]>>, !relax.shape<[s27, 32]>) -> tensor<?x32xf32, #relax.dims<[s27, 32]>>
      %192 = relax.matmul %191, %189 {out_dtype = f32} : (tensor<?x32xf32, #relax.dims<[s27, 32]>>, tensor<32x50xf32>) -> tensor<?x50xf32, #relax.dims<[s27, 50]>>
      %193 = relax.shape [1, s27, 50] : !relax.shape<[1, s27, 50]>
      %194 = relax.reshape %192, %193 : (tensor<?x50xf32, #relax.dims<[s27, 50]>>, !relax.shape<[1, s27, 50]>) -> tensor<1x?x50xf32, #relax.dims<[1, s27, 50]>>
      %195 = relax.tuple %194 : (tensor<1x?x50xf32, #relax.dims<[1, s27, 50]>>) -> tuple<tensor<1x?x50xf32, #relax.dims<[1, s27, 50]>>>
      relax.output %195 : tuple<tensor<1x?x50xf32, #relax.dims<[1, s27, 50]>>>
    }
    relax.return %df : tuple<tensor<1x?x50xf32, #relax.dims<[1, s27, 50]>>>
  }
}

{-#
  dialect_resources: {
    builtin: {
      constant_2: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      constant_3: "0x040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      constant_5: "0x0400000054F424BD3D4A713D9FEE093EF04C183D91EB2B3E9ADBF4B947A32E3E77A3E93C25AE94BB545F4A3D4DBA0EBE859D133E7FA1253E41331FBE8C78D7BD2B110F3E2000363DA1E282BD3162B4BD7CE725BDCD4808BDFEFC263E6F20DCBDC4A9CB3C063C4D3DB494B3BD339634BCC9E602BDC31D0A3E3784013E35BB0BBC9787B9BD39D9CFBDFA229ABD34091D3ED826133E35FA0F3D10A928BE3D3C673DE29206BD756BCA3D8B2CBC3D9FDC173E3AE7523C05A75D3CD9EBA73AC61EFA3DE3AF083E2595AA3DFDC810BD4B3652BD87BF273E8547BBBDBA17F93CA1A7633DD879BB3DF695DBBDBFC90BBD2034A9BB921784BC2C5C1BBE7D389C3D2C680ABEE1D836BD48F25D3D65560E3EEEDDFBBC9A73C8BD1971A1BDB926D5BA74ECC5BD27E3323D90AEA33DB3D62A3E7C3A183E61FB13BDC2E1993DDFFEBD3C07A5AB3DA990A4BD27042A3ED4139A3A524DE53DC141063E566019BD76B50A3E02633BBDDD1AB43D8BC1E0BC96270FBE6C9638BD067B893D4899103E0CB613BEF016D2BD9EB0BC3D",
      constant_7: "0x04000000049A39BD4F990C3E34815FBD30E729BE9B080FBE847973BD76362B3E4B24983DE3141C3E6F7BB73DAAB824BBB238EFBD9E8424BE317572BDF1E09FBD51EB223EB8E42EBDC006AFBC2256033D6899143ED20295BC04DBBD3DFCC5F9BD78762CBE852EDEBC1CDFA53DCFC9E23D4901843D9332093E70DFD4BDBFD3223D199C163E",
      constant_8: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      constant_9: "0x040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      constant_11: "0x04000000E962F1BD1212323E2D907ABD3F3F883D3D26B3BDB942763D40087BBD127BBFBDE6EC21BED2F97E3D9A9CC63C03875F3D16CAC6BD1C211A3DB60E94BDD763493D7002293E71AE17BEA3DB8A3DD07FE9BD46D45D3D5DF81DBDF1C6933DE11907BEBD90FE3DA680CC3D76E8F8BDC083FFBD32D5C53D2A120EBE51658D3DBAEDB2BDF33422BEFDA1603DAB1898BDB2E9EEBD5E7F573D4360A73D3C4E123ED603313EA09A7A3D803A51BDC66EF8BC3DA7083E08B80CBED20B023E120AA73D8D168B3D1806603D144C16BE7EC2903D35F82EBC4231173B9026A8BD8FD8023E62E1F1BC093EBC3A3C9E1ABEC1010B3E8C1727BEA915E03DFBB79E3D9C7EDC3CC8422FBE",
      constant_13: "0x040000005477673D46B0EE3DC065393CE281C43DF0D7283CCC6CA43D28FEE4BD36FEC83D88D630BD942458BD7EE9ABBD2020543DEA5EE03DB216823D3ACA863DC48576BDFA8DC3BDC06C183BA4151EBDBEC6903DD89D0E3DC0B132BCD6B7BABD54C5733DF89048BD3017033C840002BD9099E73D8A8D893D8E8C88BD9851CB3CD04749BD",
      constant_14: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      constant_15: "0x040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      constant_17: "0x040000005B8FBF3DD2A52EBE16ADDB3B538628BE16EC2C3D3E5F0ABD16ECB5BC983C16BECCE6C73DD22BDFBDC37EBBBC44B61FBEDD26013E26340F3D5774873C4629073E464DB13C226DFD3DF98407BE71F09FBCC13AC2BDEABD723DFAE52BBE6C204DBD09713C3C0F1E343E50768CBDEAA9DBBD5552DBBDD735A4BDF3A6C9BC5F28073EF9D7D7BBE9AAB7BDFEF258BA41D621BE70E502BBB588EFBD2A2C1C3E5F48183E1811D2BD381A333D9C4244BDA10773BD63CA1F3E7BA11F3EDCD4093EA5262DBE437A1C3DA171BE3D4621A93DC20AF7BD62D69E3D48FD73BD77FD7A3C643835BD824AA53C6F97B2BDE124A03D51765DBD3C815DBD204E8F3DF43A8B3D72D3AD3D07B56A3D8E56AABD75420DBD761FB63D916A33BE2552C63DC9B3F13DC19D413D47DCE93DBBA5293E833016BD246EC6BDE35BE8BD94698D3DCB20DDBD086F753C4C39CEBCC4B900BEA0CD3B3D27F2BFBD0FFAF73C4E82B13DE22654BD34C544BD0CADDEBC2A443EBCC65B233D5E70EF3D465C2ABEB4BC1F3ED3C6343E7838C6BD",
      constant_19: "0x04000000EBE333BCEA87293CC659FEBDB2F6EF3CCFB4DF3D492CFCBCF9E6C33CFBE6DDBD6F01133EE79024BEF91FB1BC8507223E5B683FBDEB07BABD266AF1BC70C7B5BD5E41C7BDF0320B3E6291733D4819A83D79821DBE54FF6C3D247A98BD4AB4D5BD576CB5BD72F10E3E891B01BE6A73ACBDCF3B1EBEF0D9F53DDBB9163E08A26D3D",
      constant_20: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      constant_21: "0x040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      constant_23: "0x040000007D40983D9F90143DEF0F1BBD677C243ED99015BECEF0BD3DF94C1E3EB7057E3DDE6A143E04A6DDBDEF5B223E0122053E8B1998BDCDBF1A3EA735A4BD9B0619BEBA92293E1317623D6B0ACA3DA741303DFEEAD03C8C2F713DE4A4863DB719F1BD9BC4EC3D1990413C92549D3DA59F1DBE694BE0BDE344A2BDDD2514BE423F0D3E75BFE23C767304BE0888DFBDFD3226BD799D183ECD5095BD4166233EF465C63D212A02BED3C222BE51A04E3D6C69F73D622510BD88CB1EBE65B6863DE89D70BD2684ABBDE642763C2257073EDDC822BEE2E6223D44BD0ABC4774F8BD3FBB173ECCC1DABCD0272D3E74D100BE2366303C70E33FBD49EC173DC9842EBE055E573D",
      constant_25: "0x04000000707511BCB0FD643D8C9D8CBD4C0AF93DB0E7183C406D0EBD2085D8BB5C1F70BD00BDEE3B5012DBBC608997BC96B2E73DB6DD9E3DC02A66BBFEE4CABDEE08E4BD5417D5BD7038BBBCE8ECF7BDC2C19B3DA07EE3BDA8958D3CDC3DD63D8A46B53DE0B8483DD89D863C70E94E3D3A06D73DFCA6EFBDE82BBD3CC4C79BBD4492DE3D",
      constant_26: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      constant_27: "0x040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    }
  }
#-}
