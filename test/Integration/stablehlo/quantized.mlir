func.func @main(%x: tensor<3x4xf32>, %q: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>) -> (tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>, tensor<3x4xf32>, tensor<3x5x!quant.uniform<i8<-127:127>:f32, 2.000000e-01:-1>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>, tensor<3x4x!quant.uniform<u8:f32, 3.000000e-02:128>>, tensor<4x3xf32>, tensor<3x4x!quant.uniform<i8:f16, 2.500000e-01>>) {
  %0 = stablehlo.uniform_quantize %x : (tensor<3x4xf32>) -> tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>) -> tensor<3x4xf32>
  %2 = stablehlo.constant() <{value = dense<[[-7, 86, 6, 56, 16], [19, -11, -98, -42, 14], [25, -40, 27, 13, -80], [7, -106, 72, 101, 91]]> : tensor<4x5xi8>}> : () -> tensor<4x5x!quant.uniform<i8<-127:127>:f32:1, {2.000000e-02,3.000000e-02,1.000000e-02,5.000000e-02,4.000000e-02}>>
  %3 = stablehlo.dot_general %0, %2, contracting_dims = [1] x [0] : (tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>, tensor<4x5x!quant.uniform<i8<-127:127>:f32:1, {2.000000e-02,3.000000e-02,1.000000e-02,5.000000e-02,4.000000e-02}>>) -> tensor<3x5x!quant.uniform<i8<-127:127>:f32, 2.000000e-01:-1>>
  %4 = stablehlo.add %0, %q : tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>
  %5 = stablehlo.uniform_quantize %4 : (tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>) -> tensor<3x4x!quant.uniform<u8:f32, 3.000000e-02:128>>
  %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<3x4x!quant.uniform<u8:f32, 3.000000e-02:128>>) -> tensor<4x3x!quant.uniform<u8:f32, 3.000000e-02:128>>
  %7 = stablehlo.uniform_dequantize %6 : (tensor<4x3x!quant.uniform<u8:f32, 3.000000e-02:128>>) -> tensor<4x3xf32>
  %8 = stablehlo.convert %x : (tensor<3x4xf32>) -> tensor<3x4xf16>
  %9 = stablehlo.uniform_quantize %8 : (tensor<3x4xf16>) -> tensor<3x4x!quant.uniform<i8:f16, 2.500000e-01>>
  return %0, %1, %3, %4, %5, %7, %9 : tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>, tensor<3x4xf32>, tensor<3x5x!quant.uniform<i8<-127:127>:f32, 2.000000e-01:-1>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-02:3>>, tensor<3x4x!quant.uniform<u8:f32, 3.000000e-02:128>>, tensor<4x3xf32>, tensor<3x4x!quant.uniform<i8:f16, 2.500000e-01>>
}
