relax.func @one(%q: tensor<?x1x2x64xf32, #relax.dims<[b, 1, 2, 64]>>, %k: tensor<?x?x2x64xf32, #relax.dims<[b, m, 2, 64]>>) -> tensor<?x1x2x64xf32, #relax.dims<[b, 1, 2, 64]>> {
  %1 = relax.dataflow -> tensor<?x1x2x64xf32, #relax.dims<[b, 1, 2, 64]>> {
    %0 = relax.nn.attention %q, %k, %k : (tensor<?x1x2x64xf32, #relax.dims<[b, 1, 2, 64]>>, tensor<?x?x2x64xf32, #relax.dims<[b, m, 2, 64]>>, tensor<?x?x2x64xf32, #relax.dims<[b, m, 2, 64]>>) -> tensor<?x1x2x64xf32, #relax.dims<[b, 1, 2, 64]>>
    relax.output %0 : tensor<?x1x2x64xf32, #relax.dims<[b, 1, 2, 64]>>
  }
  relax.return %1 : tensor<?x1x2x64xf32, #relax.dims<[b, 1, 2, 64]>>
}
relax.func @few(%q: tensor<1x3x4x32xf16>, %k: tensor<1x600x1x32xf16>) -> tensor<1x3x4x32xf16> {
  %1 = relax.dataflow -> tensor<1x3x4x32xf16> {
    %0 = relax.nn.attention %q, %k, %k {causal_mask = "BottomRight"} : (tensor<1x3x4x32xf16>, tensor<1x600x1x32xf16>, tensor<1x600x1x32xf16>) -> tensor<1x3x4x32xf16>
    relax.output %0 : tensor<1x3x4x32xf16>
  }
  relax.return %1 : tensor<1x3x4x32xf16>
}
relax.func @shared(%q: tensor<8x32xf16>, %k: tensor<32x300xf16>, %v: tensor<300x32xf16>) -> tensor<8x32xf16> {
  %6 = relax.dataflow -> tensor<8x32xf16> {
    %0 = relax.matmul %q, %k {out_dtype = f32} : (tensor<8x32xf16>, tensor<32x300xf16>) -> tensor<8x300xf32>
    %1 = relax.nn.softmax %0 : tensor<8x300xf32>
    %2 = relax.astype %v {dtype = f32} : (tensor<300x32xf16>) -> tensor<300x32xf32>
    %3 = relax.matmul %1, %2 : (tensor<8x300xf32>, tensor<300x32xf32>) -> tensor<8x32xf32>
    %4 = relax.astype %3 {dtype = f16} : (tensor<8x32xf32>) -> tensor<8x32xf16>
    relax.output %4 : tensor<8x32xf16>
  }
  relax.return %6 : tensor<8x32xf16>
}
