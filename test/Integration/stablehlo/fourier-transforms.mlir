module @jit_fourier_transforms attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x12xf32>, %arg1: tensor<2x5x48xf32>, %arg2: tensor<1x134xf32>) -> (tensor<3x12xf32> {jax.result_info = "result[0]"}, tensor<3x12xf32> {jax.result_info = "result[1]"}, tensor<3x12xf32> {jax.result_info = "result[2]"}, tensor<3x12xf32> {jax.result_info = "result[3]"}, tensor<2x5x25xf32> {jax.result_info = "result[4]"}, tensor<2x5x25xf32> {jax.result_info = "result[5]"}, tensor<3x12xf32> {jax.result_info = "result[6]"}, tensor<3x11xf32> {jax.result_info = "result[7]"}, tensor<2x5x48xf32> {jax.result_info = "result[8]"}, tensor<2x5x48xf32> {jax.result_info = "result[9]"}, tensor<3x12xf32> {jax.result_info = "result[10]"}, tensor<3x12xf32> {jax.result_info = "result[11]"}, tensor<2x5x48xf32> {jax.result_info = "result[12]"}, tensor<1x134xf32> {jax.result_info = "result[13]"}, tensor<2x5x48xf32> {jax.result_info = "result[14]"}, tensor<2x5x48xf32> {jax.result_info = "result[15]"}, tensor<3x12xf32> {jax.result_info = "result[16]"}, tensor<3x12xf32> {jax.result_info = "result[17]"}) {
    %0 = call @fft(%arg0) : (tensor<3x12xf32>) -> tensor<3x12xcomplex<f32>>
    %1 = stablehlo.real %0 : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xf32>
    %2 = stablehlo.imag %0 : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xf32>
    %3 = stablehlo.negate %arg0 : tensor<3x12xf32>
    %4 = stablehlo.complex %arg0, %3 : tensor<3x12xcomplex<f32>>
    %5 = call @fft_0(%4) : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xcomplex<f32>>
    %6 = stablehlo.real %5 : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xf32>
    %7 = stablehlo.imag %5 : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xf32>
    %8 = call @fft_1(%arg1) : (tensor<2x5x48xf32>) -> tensor<2x5x25xcomplex<f32>>
    %9 = stablehlo.real %8 : (tensor<2x5x25xcomplex<f32>>) -> tensor<2x5x25xf32>
    %10 = stablehlo.imag %8 : (tensor<2x5x25xcomplex<f32>>) -> tensor<2x5x25xf32>
    %11 = call @fft_2(%arg0) : (tensor<3x12xf32>) -> tensor<3x7xcomplex<f32>>
    %12 = call @fft_3(%11) : (tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32>
    %13 = stablehlo.slice %arg0 [0:3, 0:11] : (tensor<3x12xf32>) -> tensor<3x11xf32>
    %14 = call @fft_4(%13) : (tensor<3x11xf32>) -> tensor<3x6xcomplex<f32>>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %15 = call @_pad(%14, %c) : (tensor<3x6xcomplex<f32>>, tensor<i32>) -> tensor<3x6xcomplex<f32>>
    %16 = call @fft_5(%15) : (tensor<3x6xcomplex<f32>>) -> tensor<3x11xf32>
    %17 = call @fft_6(%arg1) : (tensor<2x5x48xf32>) -> tensor<2x5x48xcomplex<f32>>
    %18 = stablehlo.real %17 : (tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xf32>
    %19 = stablehlo.imag %17 : (tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xf32>
    %20 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x12xf32>) -> tensor<12x3xf32>
    %21 = call @fft_7(%20) : (tensor<12x3xf32>) -> tensor<12x3xcomplex<f32>>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<12x3xcomplex<f32>>) -> tensor<3x12xcomplex<f32>>
    %23 = stablehlo.real %22 : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xf32>
    %24 = stablehlo.imag %22 : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xf32>
    %25 = call @fft_8(%arg1) : (tensor<2x5x48xf32>) -> tensor<2x5x25xcomplex<f32>>
    %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %26 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x5x25xcomplex<f32>>
    %27 = stablehlo.multiply %25, %26 : tensor<2x5x25xcomplex<f32>>
    %28 = call @fft_9(%27) : (tensor<2x5x25xcomplex<f32>>) -> tensor<2x5x48xf32>
    %29 = call @fft_10(%arg2) : (tensor<1x134xf32>) -> tensor<1x134xcomplex<f32>>
    %30 = stablehlo.abs %29 : (tensor<1x134xcomplex<f32>>) -> tensor<1x134xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x5x48xf32>
    %32 = stablehlo.multiply %arg1, %31 : tensor<2x5x48xf32>
    %33 = stablehlo.complex %arg1, %32 : tensor<2x5x48xcomplex<f32>>
    %34 = call @fft_11(%33) : (tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xcomplex<f32>>
    %35 = stablehlo.real %34 : (tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xf32>
    %36 = stablehlo.imag %34 : (tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xf32>
    %37 = call @_roll_static(%arg0) : (tensor<3x12xf32>) -> tensor<3x12xf32>
    %38 = call @fft_12(%arg0) : (tensor<3x12xf32>) -> tensor<3x7xcomplex<f32>>
    %39 = stablehlo.abs %38 : (tensor<3x7xcomplex<f32>>) -> tensor<3x7xf32>
    %40 = stablehlo.real %38 : (tensor<3x7xcomplex<f32>>) -> tensor<3x7xf32>
    %41 = stablehlo.imag %38 : (tensor<3x7xcomplex<f32>>) -> tensor<3x7xf32>
    %42 = stablehlo.negate %41 : tensor<3x7xf32>
    %43 = stablehlo.complex %40, %42 : tensor<3x7xcomplex<f32>>
    %44 = stablehlo.convert %39 : (tensor<3x7xf32>) -> tensor<3x7xcomplex<f32>>
    %cst_1 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %45 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<3x7xcomplex<f32>>
    %46 = stablehlo.compare EQ, %44, %45, FLOAT : (tensor<3x7xcomplex<f32>>, tensor<3x7xcomplex<f32>>) -> tensor<3x7xi1>
    %cst_2 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %47 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<3x7xcomplex<f32>>
    %48 = stablehlo.select %46, %47, %44 : tensor<3x7xi1>, tensor<3x7xcomplex<f32>>
    %49 = stablehlo.divide %43, %48 : tensor<3x7xcomplex<f32>>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
    %52 = stablehlo.complex %50, %51 : tensor<3x7xcomplex<f32>>
    %53 = stablehlo.multiply %52, %49 : tensor<3x7xcomplex<f32>>
    %54 = call @fft_13(%53) : (tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32>
    return %1, %2, %6, %7, %9, %10, %12, %16, %18, %19, %23, %24, %28, %30, %35, %36, %37, %54 : tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<2x5x25xf32>, tensor<2x5x25xf32>, tensor<3x12xf32>, tensor<3x11xf32>, tensor<2x5x48xf32>, tensor<2x5x48xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<2x5x48xf32>, tensor<1x134xf32>, tensor<2x5x48xf32>, tensor<2x5x48xf32>, tensor<3x12xf32>, tensor<3x12xf32>
  }
  func.func private @fft(%arg0: tensor<3x12xf32>) -> tensor<3x12xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<3x12xf32>) -> tensor<3x12xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [12] : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xcomplex<f32>>
    return %1 : tensor<3x12xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<3x12xcomplex<f32>>) -> tensor<3x12xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = IFFT, length = [12] : (tensor<3x12xcomplex<f32>>) -> tensor<3x12xcomplex<f32>>
    return %0 : tensor<3x12xcomplex<f32>>
  }
  func.func private @fft_1(%arg0: tensor<2x5x48xf32>) -> tensor<2x5x25xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [5, 48] : (tensor<2x5x48xf32>) -> tensor<2x5x25xcomplex<f32>>
    return %0 : tensor<2x5x25xcomplex<f32>>
  }
  func.func private @fft_2(%arg0: tensor<3x12xf32>) -> tensor<3x7xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [12] : (tensor<3x12xf32>) -> tensor<3x7xcomplex<f32>>
    return %0 : tensor<3x7xcomplex<f32>>
  }
  func.func private @fft_3(%arg0: tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [12] : (tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32>
    return %0 : tensor<3x12xf32>
  }
  func.func private @fft_4(%arg0: tensor<3x11xf32>) -> tensor<3x6xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [11] : (tensor<3x11xf32>) -> tensor<3x6xcomplex<f32>>
    return %0 : tensor<3x6xcomplex<f32>>
  }
  func.func private @_pad(%arg0: tensor<3x6xcomplex<f32>>, %arg1: tensor<i32>) -> tensor<3x6xcomplex<f32>> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<complex<f32>>
    %1 = stablehlo.pad %arg0, %0, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x6xcomplex<f32>>
    return %1 : tensor<3x6xcomplex<f32>>
  }
  func.func private @fft_5(%arg0: tensor<3x6xcomplex<f32>>) -> tensor<3x11xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [11] : (tensor<3x6xcomplex<f32>>) -> tensor<3x11xf32>
    return %0 : tensor<3x11xf32>
  }
  func.func private @fft_6(%arg0: tensor<2x5x48xf32>) -> tensor<2x5x48xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<2x5x48xf32>) -> tensor<2x5x48xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [2, 5, 48] : (tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xcomplex<f32>>
    return %1 : tensor<2x5x48xcomplex<f32>>
  }
  func.func private @fft_7(%arg0: tensor<12x3xf32>) -> tensor<12x3xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<12x3xf32>) -> tensor<12x3xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [3] : (tensor<12x3xcomplex<f32>>) -> tensor<12x3xcomplex<f32>>
    return %1 : tensor<12x3xcomplex<f32>>
  }
  func.func private @fft_8(%arg0: tensor<2x5x48xf32>) -> tensor<2x5x25xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [2, 5, 48] : (tensor<2x5x48xf32>) -> tensor<2x5x25xcomplex<f32>>
    return %0 : tensor<2x5x25xcomplex<f32>>
  }
  func.func private @fft_9(%arg0: tensor<2x5x25xcomplex<f32>>) -> tensor<2x5x48xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [2, 5, 48] : (tensor<2x5x25xcomplex<f32>>) -> tensor<2x5x48xf32>
    return %0 : tensor<2x5x48xf32>
  }
  func.func private @fft_10(%arg0: tensor<1x134xf32>) -> tensor<1x134xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<1x134xf32>) -> tensor<1x134xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [134] : (tensor<1x134xcomplex<f32>>) -> tensor<1x134xcomplex<f32>>
    return %1 : tensor<1x134xcomplex<f32>>
  }
  func.func private @fft_11(%arg0: tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = IFFT, length = [5, 48] : (tensor<2x5x48xcomplex<f32>>) -> tensor<2x5x48xcomplex<f32>>
    return %0 : tensor<2x5x48xcomplex<f32>>
  }
  func.func private @_roll_static(%arg0: tensor<3x12xf32>) -> tensor<3x12xf32> {
    %0 = stablehlo.slice %arg0 [2:3, 0:12] : (tensor<3x12xf32>) -> tensor<1x12xf32>
    %1 = stablehlo.slice %arg0 [0:2, 0:12] : (tensor<3x12xf32>) -> tensor<2x12xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x12xf32>, tensor<2x12xf32>) -> tensor<3x12xf32>
    %3 = stablehlo.slice %2 [0:3, 6:12] : (tensor<3x12xf32>) -> tensor<3x6xf32>
    %4 = stablehlo.slice %2 [0:3, 0:6] : (tensor<3x12xf32>) -> tensor<3x6xf32>
    %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<3x12xf32>
    return %5 : tensor<3x12xf32>
  }
  func.func private @fft_12(%arg0: tensor<3x12xf32>) -> tensor<3x7xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [12] : (tensor<3x12xf32>) -> tensor<3x7xcomplex<f32>>
    return %0 : tensor<3x7xcomplex<f32>>
  }
  func.func private @fft_13(%arg0: tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32> {
    %0 = call @_rfft_transpose(%arg0) : (tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32>
    return %0 : tensor<3x12xf32>
  }
  func.func private @_rfft_transpose(%arg0: tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32> {
    %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<7xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.dynamic_update_slice %0, %1, %c : (tensor<7xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<7xcomplex<f32>>
    %cst_1 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
    %c_2 = stablehlo.constant dense<6> : tensor<i32>
    %4 = stablehlo.dynamic_update_slice %2, %3, %c_2 : (tensor<7xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<7xcomplex<f32>>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<7xcomplex<f32>>) -> tensor<1x7xcomplex<f32>>
    %6 = stablehlo.real %arg0 : (tensor<3x7xcomplex<f32>>) -> tensor<3x7xf32>
    %7 = stablehlo.imag %arg0 : (tensor<3x7xcomplex<f32>>) -> tensor<3x7xf32>
    %8 = stablehlo.negate %7 : tensor<3x7xf32>
    %9 = stablehlo.complex %6, %8 : tensor<3x7xcomplex<f32>>
    %10 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x7xcomplex<f32>>) -> tensor<3x7xcomplex<f32>>
    %11 = stablehlo.divide %9, %10 : tensor<3x7xcomplex<f32>>
    %12 = call @fft_14(%11) : (tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32>
    %cst_3 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
    %14 = stablehlo.multiply %13, %12 : tensor<3x12xf32>
    return %14 : tensor<3x12xf32>
  }
  func.func private @fft_14(%arg0: tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [12] : (tensor<3x7xcomplex<f32>>) -> tensor<3x12xf32>
    return %0 : tensor<3x12xf32>
  }
}
