module @jit_complex_numbers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<5xf32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<3x4xf32> {jax.result_info = "result[4]"}, tensor<3x4xf32> {jax.result_info = "result[5]"}, tensor<3x4xf32> {jax.result_info = "result[6]"}, tensor<3x4xf32> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}, tensor<3x4xf32> {jax.result_info = "result[10]"}, tensor<3x4xf32> {jax.result_info = "result[11]"}, tensor<3x4xf32> {jax.result_info = "result[12]"}, tensor<3x4xf32> {jax.result_info = "result[13]"}, tensor<3x4xf32> {jax.result_info = "result[14]"}, tensor<3x4xf32> {jax.result_info = "result[15]"}, tensor<3x4xf32> {jax.result_info = "result[16]"}, tensor<3x4xf32> {jax.result_info = "result[17]"}, tensor<3x4xf32> {jax.result_info = "result[18]"}, tensor<3x4xf32> {jax.result_info = "result[19]"}, tensor<3x4xf32> {jax.result_info = "result[20]"}, tensor<3x4xf32> {jax.result_info = "result[21]"}, tensor<3x4xf32> {jax.result_info = "result[22]"}, tensor<3x4xf32> {jax.result_info = "result[23]"}, tensor<3x4xf32> {jax.result_info = "result[24]"}, tensor<3x4xf32> {jax.result_info = "result[25]"}, tensor<3x4xf32> {jax.result_info = "result[26]"}, tensor<3x4xf32> {jax.result_info = "result[27]"}, tensor<3x4xf32> {jax.result_info = "result[28]"}, tensor<3x4xf32> {jax.result_info = "result[29]"}, tensor<3x4xf32> {jax.result_info = "result[30]"}, tensor<3x4xf32> {jax.result_info = "result[31]"}, tensor<3x4xf32> {jax.result_info = "result[32]"}, tensor<3x4xf32> {jax.result_info = "result[33]"}, tensor<3x4xf32> {jax.result_info = "result[34]"}, tensor<3x4xf32> {jax.result_info = "result[35]"}, tensor<3x4xf32> {jax.result_info = "result[36]"}, tensor<3x4xf32> {jax.result_info = "result[37]"}, tensor<3x4xf32> {jax.result_info = "result[38]"}, tensor<3x4xf32> {jax.result_info = "result[39]"}, tensor<3x3xf32> {jax.result_info = "result[40]"}, tensor<3x3xf32> {jax.result_info = "result[41]"}, tensor<3x4xf32> {jax.result_info = "result[42]"}, tensor<3x4xf32> {jax.result_info = "result[43]"}, tensor<3xf32> {jax.result_info = "result[44]"}, tensor<3xf32> {jax.result_info = "result[45]"}, tensor<3x4xf32> {jax.result_info = "result[46]"}, tensor<3x4xf32> {jax.result_info = "result[47]"}, tensor<2x3xf32> {jax.result_info = "result[48]"}, tensor<2x3xf32> {jax.result_info = "result[49]"}, tensor<2x6xf32> {jax.result_info = "result[50]"}, tensor<2x6xf32> {jax.result_info = "result[51]"}, tensor<6x4xf32> {jax.result_info = "result[52]"}, tensor<6x4xf32> {jax.result_info = "result[53]"}, tensor<5x6xf32> {jax.result_info = "result[54]"}, tensor<5x6xf32> {jax.result_info = "result[55]"}, tensor<2x4xf32> {jax.result_info = "result[56]"}, tensor<2x4xf32> {jax.result_info = "result[57]"}, tensor<3x4xf32> {jax.result_info = "result[58]"}, tensor<3x4xf32> {jax.result_info = "result[59]"}, tensor<3x4xf32> {jax.result_info = "result[60]"}, tensor<3x4xf32> {jax.result_info = "result[61]"}, tensor<3x4xf32> {jax.result_info = "result[62]"}, tensor<3x4xf32> {jax.result_info = "result[63]"}, tensor<2x2xf32> {jax.result_info = "result[64]"}, tensor<2x2xf32> {jax.result_info = "result[65]"}, tensor<3x4xf32> {jax.result_info = "result[66]"}, tensor<3x4xf32> {jax.result_info = "result[67]"}, tensor<3x4xf32> {jax.result_info = "result[68]"}, tensor<3x4xf32> {jax.result_info = "result[69]"}, tensor<5xf32> {jax.result_info = "result[70]"}, tensor<5xf32> {jax.result_info = "result[71]"}, tensor<3x4xf32> {jax.result_info = "result[72]"}, tensor<3x4xf32> {jax.result_info = "result[73]"}, tensor<3x4xf32> {jax.result_info = "result[74]"}, tensor<3x4xf32> {jax.result_info = "result[75]"}, tensor<4xf32> {jax.result_info = "result[76]"}, tensor<4xf32> {jax.result_info = "result[77]"}, tensor<3xf32> {jax.result_info = "result[78]"}, tensor<3xf32> {jax.result_info = "result[79]"}, tensor<f32> {jax.result_info = "result[80]"}, tensor<3x4xf32> {jax.result_info = "result[81]"}, tensor<5xf32> {jax.result_info = "result[82]"}, tensor<3x4xf32> {jax.result_info = "result[83]"}, tensor<3x4xi1> {jax.result_info = "result[84]"}, tensor<3x4xi1> {jax.result_info = "result[85]"}, tensor<3x4xf32> {jax.result_info = "result[86]"}, tensor<3x4xf32> {jax.result_info = "result[87]"}) {
    %c = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
    %0 = stablehlo.complex %arg0, %arg1 : tensor<3x4xcomplex<f32>>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %2 = stablehlo.add %arg0, %1 : tensor<3x4xf32>
    %3 = stablehlo.complex %arg1, %2 : tensor<3x4xcomplex<f32>>
    %4 = stablehlo.exponential %0 : tensor<3x4xcomplex<f32>>
    %5 = stablehlo.exponential_minus_one %0 : tensor<3x4xcomplex<f32>>
    %6 = stablehlo.log %0 : tensor<3x4xcomplex<f32>>
    %7 = stablehlo.log_plus_one %0 : tensor<3x4xcomplex<f32>>
    %8 = stablehlo.sqrt %0 : tensor<3x4xcomplex<f32>>
    %9 = stablehlo.rsqrt %0 : tensor<3x4xcomplex<f32>>
    %10 = stablehlo.real %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %11 = stablehlo.imag %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %13 = stablehlo.compare EQ, %10, %12, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    %14 = stablehlo.sine %10 : tensor<3x4xf32>
    %15 = stablehlo.cosine %10 : tensor<3x4xf32>
    %16 = stablehlo.exponential_minus_one %11 : tensor<3x4xf32>
    %17 = stablehlo.negate %11 : tensor<3x4xf32>
    %18 = stablehlo.exponential_minus_one %17 : tensor<3x4xf32>
    %19 = stablehlo.subtract %16, %18 : tensor<3x4xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %21 = stablehlo.divide %19, %20 : tensor<3x4xf32>
    %22 = stablehlo.add %16, %18 : tensor<3x4xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %24 = stablehlo.add %22, %23 : tensor<3x4xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %26 = stablehlo.divide %24, %25 : tensor<3x4xf32>
    %27 = stablehlo.multiply %14, %26 : tensor<3x4xf32>
    %28 = stablehlo.multiply %15, %21 : tensor<3x4xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %30 = stablehlo.complex %29, %28 : tensor<3x4xcomplex<f32>>
    %31 = stablehlo.complex %27, %28 : tensor<3x4xcomplex<f32>>
    %32 = stablehlo.select %13, %30, %31 : tensor<3x4xi1>, tensor<3x4xcomplex<f32>>
    %33 = stablehlo.real %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %34 = stablehlo.imag %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %36 = stablehlo.compare EQ, %33, %35, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    %37 = stablehlo.sine %33 : tensor<3x4xf32>
    %38 = stablehlo.cosine %33 : tensor<3x4xf32>
    %39 = stablehlo.exponential_minus_one %34 : tensor<3x4xf32>
    %40 = stablehlo.negate %34 : tensor<3x4xf32>
    %41 = stablehlo.exponential_minus_one %40 : tensor<3x4xf32>
    %42 = stablehlo.subtract %39, %41 : tensor<3x4xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %44 = stablehlo.divide %42, %43 : tensor<3x4xf32>
    %45 = stablehlo.add %39, %41 : tensor<3x4xf32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %47 = stablehlo.add %45, %46 : tensor<3x4xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %49 = stablehlo.divide %47, %48 : tensor<3x4xf32>
    %50 = stablehlo.multiply %38, %49 : tensor<3x4xf32>
    %51 = stablehlo.negate %37 : tensor<3x4xf32>
    %52 = stablehlo.multiply %51, %44 : tensor<3x4xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %54 = stablehlo.complex %50, %53 : tensor<3x4xcomplex<f32>>
    %55 = stablehlo.complex %50, %52 : tensor<3x4xcomplex<f32>>
    %56 = stablehlo.select %36, %54, %55 : tensor<3x4xi1>, tensor<3x4xcomplex<f32>>
    %57 = stablehlo.tan %0 : tensor<3x4xcomplex<f32>>
    %58 = stablehlo.tanh %0 : tensor<3x4xcomplex<f32>>
    %59 = stablehlo.sign %0 : tensor<3x4xcomplex<f32>>
    %60 = stablehlo.negate %0 : tensor<3x4xcomplex<f32>>
    %61 = stablehlo.exponential %60 : tensor<3x4xcomplex<f32>>
    %cst_10 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %62 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %63 = stablehlo.add %62, %61 : tensor<3x4xcomplex<f32>>
    %cst_11 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %64 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %65 = stablehlo.divide %64, %63 : tensor<3x4xcomplex<f32>>
    %66 = stablehlo.real %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %67 = stablehlo.imag %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %68 = stablehlo.negate %67 : tensor<3x4xf32>
    %69 = stablehlo.complex %66, %68 : tensor<3x4xcomplex<f32>>
    %70 = stablehlo.negate %0 : tensor<3x4xcomplex<f32>>
    %71 = stablehlo.add %0, %3 : tensor<3x4xcomplex<f32>>
    %72 = stablehlo.subtract %0, %3 : tensor<3x4xcomplex<f32>>
    %73 = stablehlo.multiply %0, %3 : tensor<3x4xcomplex<f32>>
    %74 = stablehlo.divide %0, %3 : tensor<3x4xcomplex<f32>>
    %75 = stablehlo.multiply %0, %0 : tensor<3x4xcomplex<f32>>
    %76 = stablehlo.multiply %75, %0 : tensor<3x4xcomplex<f32>>
    %77 = stablehlo.power %0, %3 : tensor<3x4xcomplex<f32>>
    %78 = stablehlo.transpose %3, dims = [1, 0] : (tensor<3x4xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
    %79 = stablehlo.dot_general %0, %78, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xcomplex<f32>>, tensor<4x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %81 = stablehlo.compare GT, %arg0, %80, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    %82 = call @_where(%81, %0, %3) : (tensor<3x4xi1>, tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
    %cst_13 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %83 = stablehlo.reduce(%0 init: %cst_13) applies stablehlo.add across dimensions = [1] : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
    %84 = call @cumsum(%0) : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
    %85 = stablehlo.slice %0 [0:3:2, 1:4] : (tensor<3x4xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
    %86 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x4xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
    %87 = stablehlo.reshape %86 : (tensor<4x3xcomplex<f32>>) -> tensor<2x6xcomplex<f32>>
    %88 = stablehlo.concatenate %0, %3, dim = 0 : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<6x4xcomplex<f32>>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %89 = call @_pad(%0, %c_14) : (tensor<3x4xcomplex<f32>>, tensor<i32>) -> tensor<5x6xcomplex<f32>>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %90 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %91 = stablehlo.compare LT, %c, %90, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_16 = stablehlo.constant dense<3> : tensor<i32>
    %92 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %93 = stablehlo.add %c, %92 : tensor<2xi32>
    %94 = stablehlo.select %91, %93, %c : tensor<2xi1>, tensor<2xi32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %96 = "stablehlo.gather"(%0, %95) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xcomplex<f32>>, tensor<2x1xi32>) -> tensor<2x4xcomplex<f32>>
    %97 = stablehlo.slice %3 [0:1, 0:4] : (tensor<3x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %98 = stablehlo.reshape %97 : (tensor<1x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %c_17 = stablehlo.constant dense<1> : tensor<i32>
    %99 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %100 = "stablehlo.scatter"(%0, %99, %98) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<complex<f32>>, %arg4: tensor<complex<f32>>):
      %240 = stablehlo.add %arg3, %arg4 : tensor<complex<f32>>
      stablehlo.return %240 : tensor<complex<f32>>
    }) : (tensor<3x4xcomplex<f32>>, tensor<1xi32>, tensor<4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %101 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %c_19 = stablehlo.constant dense<1> : tensor<i32>
    %102 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %103 = stablehlo.concatenate %101, %102, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %cst_20 = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f32>>
    %104 = "stablehlo.scatter"(%0, %103, %cst_20) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<complex<f32>>, %arg4: tensor<complex<f32>>):
      stablehlo.return %arg4 : tensor<complex<f32>>
    }) : (tensor<3x4xcomplex<f32>>, tensor<2xi32>, tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %105 = call @_flip(%0) : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
    %c_21 = stablehlo.constant dense<1> : tensor<i32>
    %c_22 = stablehlo.constant dense<1> : tensor<i32>
    %106 = stablehlo.dynamic_slice %0, %c_21, %c_22, sizes = [2, 2] : (tensor<3x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<2x2xcomplex<f32>>
    %107 = stablehlo.slice %0 [0:1, 0:4] : (tensor<3x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1] : (tensor<1x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
    %cst_23 = stablehlo.constant dense<(0.000000e+00,2.000000e+00)> : tensor<complex<f32>>
    %109 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %110 = stablehlo.multiply %0, %109 : tensor<3x4xcomplex<f32>>
    %cst_24 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %111 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %112 = stablehlo.add %110, %111 : tensor<3x4xcomplex<f32>>
    %113 = stablehlo.negate %arg2 : tensor<5xf32>
    %114 = stablehlo.complex %arg2, %113 : tensor<5xcomplex<f32>>
    %cst_25 = stablehlo.constant dense<1.000000e+20> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %116 = stablehlo.add %arg2, %115 : tensor<5xf32>
    %117 = stablehlo.complex %116, %arg2 : tensor<5xcomplex<f32>>
    %118 = stablehlo.divide %114, %117 : tensor<5xcomplex<f32>>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %119:4 = stablehlo.while(%iterArg = %3, %iterArg_37 = %c_27, %iterArg_38 = %0, %iterArg_39 = %cst_26) : tensor<3x4xcomplex<f32>>, tensor<i32>, tensor<3x4xcomplex<f32>>, tensor<f32>
    cond {
      %c_40 = stablehlo.constant dense<30> : tensor<i32>
      %240 = stablehlo.compare LT, %iterArg_37, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %240 : tensor<i1>
    } do {
      %240:2 = func.call @closed_call(%iterArg, %iterArg_38, %iterArg_39) : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<f32>) -> (tensor<3x4xcomplex<f32>>, tensor<f32>)
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %241 = stablehlo.add %iterArg_37, %c_40 : tensor<i32>
      stablehlo.return %iterArg, %241, %240#0, %240#1 : tensor<3x4xcomplex<f32>>, tensor<i32>, tensor<3x4xcomplex<f32>>, tensor<f32>
    }
    %120 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<3x4xf32>) -> tensor<1x1xf32>
    %121 = stablehlo.reshape %120 : (tensor<1x1xf32>) -> tensor<f32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.compare GT, %121, %cst_28, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %123 = stablehlo.convert %122 : (tensor<i1>) -> tensor<i32>
    %124 = "stablehlo.case"(%123) ({
      %cst_37 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
      %240 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
      %241 = stablehlo.add %0, %240 : tensor<3x4xcomplex<f32>>
      stablehlo.return %241 : tensor<3x4xcomplex<f32>>
    }, {
      %cst_37 = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f32>>
      %240 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
      %241 = stablehlo.multiply %0, %240 : tensor<3x4xcomplex<f32>>
      stablehlo.return %241 : tensor<3x4xcomplex<f32>>
    }) : (tensor<i32>) -> tensor<3x4xcomplex<f32>>
    %125 = stablehlo.slice %0 [0:1, 0:4] : (tensor<3x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %126 = stablehlo.reshape %125 : (tensor<1x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %cst_29 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %127 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
    %c_30 = stablehlo.constant dense<0> : tensor<i32>
    %128:4 = stablehlo.while(%iterArg = %3, %iterArg_37 = %c_30, %iterArg_38 = %126, %iterArg_39 = %127) : tensor<3x4xcomplex<f32>>, tensor<i32>, tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>
    cond {
      %c_40 = stablehlo.constant dense<3> : tensor<i32>
      %240 = stablehlo.compare LT, %iterArg_37, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %240 : tensor<i1>
    } do {
      %240 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_37) : (tensor<3x4xcomplex<f32>>, tensor<i32>) -> tensor<4xcomplex<f32>>
      %241:2 = func.call @closed_call_1(%iterArg_38, %240) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<complex<f32>>)
      %242 = func.call @dynamic_update_index_in_dim(%iterArg_39, %241#1, %iterArg_37) : (tensor<3xcomplex<f32>>, tensor<complex<f32>>, tensor<i32>) -> tensor<3xcomplex<f32>>
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %243 = stablehlo.add %iterArg_37, %c_40 : tensor<i32>
      stablehlo.return %iterArg, %243, %241#0, %242 : tensor<3x4xcomplex<f32>>, tensor<i32>, tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>
    }
    %129 = stablehlo.real %4 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %130 = stablehlo.imag %4 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %131 = stablehlo.real %5 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %132 = stablehlo.imag %5 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %133 = stablehlo.real %6 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %134 = stablehlo.imag %6 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %135 = stablehlo.real %7 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %136 = stablehlo.imag %7 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %137 = stablehlo.real %8 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %138 = stablehlo.imag %8 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %139 = stablehlo.real %9 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %140 = stablehlo.imag %9 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %141 = stablehlo.real %32 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %142 = stablehlo.imag %32 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %143 = stablehlo.real %56 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %144 = stablehlo.imag %56 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %145 = stablehlo.real %57 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %146 = stablehlo.imag %57 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %147 = stablehlo.real %58 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %148 = stablehlo.imag %58 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %149 = stablehlo.real %59 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %150 = stablehlo.imag %59 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %151 = stablehlo.real %65 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %152 = stablehlo.imag %65 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %153 = stablehlo.real %69 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %154 = stablehlo.imag %69 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %155 = stablehlo.real %70 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %156 = stablehlo.imag %70 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %157 = stablehlo.real %71 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %158 = stablehlo.imag %71 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %159 = stablehlo.real %72 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %160 = stablehlo.imag %72 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %161 = stablehlo.real %73 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %162 = stablehlo.imag %73 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %163 = stablehlo.real %74 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %164 = stablehlo.imag %74 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %165 = stablehlo.real %76 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %166 = stablehlo.imag %76 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %167 = stablehlo.real %77 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %168 = stablehlo.imag %77 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %169 = stablehlo.real %79 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
    %170 = stablehlo.imag %79 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
    %171 = stablehlo.real %82 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %172 = stablehlo.imag %82 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %173 = stablehlo.real %83 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %174 = stablehlo.imag %83 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %175 = stablehlo.real %84 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %176 = stablehlo.imag %84 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %177 = stablehlo.real %85 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %178 = stablehlo.imag %85 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %179 = stablehlo.real %87 : (tensor<2x6xcomplex<f32>>) -> tensor<2x6xf32>
    %180 = stablehlo.imag %87 : (tensor<2x6xcomplex<f32>>) -> tensor<2x6xf32>
    %181 = stablehlo.real %88 : (tensor<6x4xcomplex<f32>>) -> tensor<6x4xf32>
    %182 = stablehlo.imag %88 : (tensor<6x4xcomplex<f32>>) -> tensor<6x4xf32>
    %183 = stablehlo.real %89 : (tensor<5x6xcomplex<f32>>) -> tensor<5x6xf32>
    %184 = stablehlo.imag %89 : (tensor<5x6xcomplex<f32>>) -> tensor<5x6xf32>
    %185 = stablehlo.real %96 : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xf32>
    %186 = stablehlo.imag %96 : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xf32>
    %187 = stablehlo.real %100 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %188 = stablehlo.imag %100 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %189 = stablehlo.real %104 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %190 = stablehlo.imag %104 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %191 = stablehlo.real %105 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %192 = stablehlo.imag %105 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %193 = stablehlo.real %106 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
    %194 = stablehlo.imag %106 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
    %195 = stablehlo.real %108 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %196 = stablehlo.imag %108 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %197 = stablehlo.real %112 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %198 = stablehlo.imag %112 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %199 = stablehlo.real %118 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %200 = stablehlo.imag %118 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %201 = stablehlo.real %119#2 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %202 = stablehlo.imag %119#2 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %203 = stablehlo.real %124 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %204 = stablehlo.imag %124 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %205 = stablehlo.real %128#2 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %206 = stablehlo.imag %128#2 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %207 = stablehlo.real %128#3 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %208 = stablehlo.imag %128#3 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %209 = stablehlo.abs %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %cst_31 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %211 = stablehlo.multiply %arg2, %210 : tensor<5xf32>
    %212 = stablehlo.complex %arg2, %211 : tensor<5xcomplex<f32>>
    %213 = stablehlo.abs %212 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %214 = call @angle(%0) : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %215 = stablehlo.compare EQ, %0, %0, FLOAT : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x4xi1>
    %216 = stablehlo.compare NE, %0, %3, FLOAT : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x4xi1>
    %217 = stablehlo.real %0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %218 = stablehlo.convert %217 : tensor<3x4xf32>
    %219 = stablehlo.complex %arg0, %arg1 : tensor<3x4xcomplex<f32>>
    %220 = stablehlo.multiply %219, %219 : tensor<3x4xcomplex<f32>>
    %cst_32 = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %221 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %222 = stablehlo.multiply %221, %219 : tensor<3x4xcomplex<f32>>
    %223 = stablehlo.abs %220 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %224 = stablehlo.real %220 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %225 = stablehlo.imag %220 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %226 = stablehlo.negate %225 : tensor<3x4xf32>
    %227 = stablehlo.complex %224, %226 : tensor<3x4xcomplex<f32>>
    %228 = stablehlo.convert %223 : (tensor<3x4xf32>) -> tensor<3x4xcomplex<f32>>
    %cst_33 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %229 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %230 = stablehlo.compare EQ, %228, %229, FLOAT : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x4xi1>
    %cst_34 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %231 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %232 = stablehlo.select %230, %231, %228 : tensor<3x4xi1>, tensor<3x4xcomplex<f32>>
    %233 = stablehlo.divide %227, %232 : tensor<3x4xcomplex<f32>>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %236 = stablehlo.complex %234, %235 : tensor<3x4xcomplex<f32>>
    %237 = stablehlo.multiply %236, %233 : tensor<3x4xcomplex<f32>>
    %238 = stablehlo.multiply %237, %222 : tensor<3x4xcomplex<f32>>
    %239 = stablehlo.real %238 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    return %129, %130, %131, %132, %133, %134, %135, %136, %137, %138, %139, %140, %141, %142, %143, %144, %145, %146, %147, %148, %149, %150, %151, %152, %153, %154, %155, %156, %157, %158, %159, %160, %161, %162, %163, %164, %165, %166, %167, %168, %169, %170, %171, %172, %173, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193, %194, %195, %196, %197, %198, %199, %200, %201, %202, %203, %204, %205, %206, %207, %208, %119#3, %209, %213, %214, %215, %216, %218, %239 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x6xf32>, tensor<2x6xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<5xf32>, tensor<5xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<3x4xf32>, tensor<5xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x4xf32>
  }
  func.func private @_where(%arg0: tensor<3x4xi1>, %arg1: tensor<3x4xcomplex<f32>>, %arg2: tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3x4xi1>, tensor<3x4xcomplex<f32>>
    return %0 : tensor<3x4xcomplex<f32>>
  }
  func.func private @cumsum(%arg0: tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>> {
    %0 = call @cumsum_0(%arg0) : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
    return %0 : tensor<3x4xcomplex<f32>>
  }
  func.func private @cumsum_0(%arg0: tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>> {
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<complex<f32>>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<complex<f32>>, %arg2: tensor<complex<f32>>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<complex<f32>>
      stablehlo.return %2 : tensor<complex<f32>>
    }) : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    return %1 : tensor<3x4xcomplex<f32>>
  }
  func.func private @_pad(%arg0: tensor<3x4xcomplex<f32>>, %arg1: tensor<i32>) -> tensor<5x6xcomplex<f32>> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<complex<f32>>
    %1 = stablehlo.pad %arg0, %0, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<5x6xcomplex<f32>>
    return %1 : tensor<5x6xcomplex<f32>>
  }
  func.func private @_flip(%arg0: tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>> {
    %0 = stablehlo.reverse %arg0, dims = [1] : tensor<3x4xcomplex<f32>>
    return %0 : tensor<3x4xcomplex<f32>>
  }
  func.func private @closed_call(%arg0: tensor<3x4xcomplex<f32>>, %arg1: tensor<3x4xcomplex<f32>>, %arg2: tensor<f32>) -> (tensor<3x4xcomplex<f32>>, tensor<f32>) {
    %0 = stablehlo.multiply %arg1, %arg0 : tensor<3x4xcomplex<f32>>
    %cst = stablehlo.constant dense<(2.000000e-01,0.000000e+00)> : tensor<complex<f32>>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %2 = stablehlo.multiply %0, %1 : tensor<3x4xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f32>>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<3x4xcomplex<f32>>
    %4 = stablehlo.add %2, %3 : tensor<3x4xcomplex<f32>>
    %5 = stablehlo.real %arg1 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
    %7 = stablehlo.add %arg2, %6 : tensor<f32>
    return %4, %7 : tensor<3x4xcomplex<f32>>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x4xcomplex<f32>>, %arg1: tensor<i32>) -> tensor<4xcomplex<f32>> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 4] : (tensor<3x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<1x4xcomplex<f32>>
    %1 = stablehlo.reshape %0 : (tensor<1x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    return %1 : tensor<4xcomplex<f32>>
  }
  func.func private @closed_call_1(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<complex<f32>>) {
    %cst = stablehlo.constant dense<(5.000000e-01,0.000000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
    %1 = stablehlo.multiply %arg0, %0 : tensor<4xcomplex<f32>>
    %2 = stablehlo.add %1, %arg1 : tensor<4xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %3 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    return %2, %3 : tensor<4xcomplex<f32>>, tensor<complex<f32>>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3xcomplex<f32>>, %arg1: tensor<complex<f32>>, %arg2: tensor<i32>) -> tensor<3xcomplex<f32>> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<3xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<3xcomplex<f32>>
    return %1 : tensor<3xcomplex<f32>>
  }
  func.func private @angle(%arg0: tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32> {
    %0 = stablehlo.real %arg0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %1 = stablehlo.imag %arg0 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %2 = stablehlo.atan2 %1, %0 : tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
}
