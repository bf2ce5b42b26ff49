relax.func @main(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = relax.matmul %x, %w : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = relax.nn.relu %0 : tensor<512x512xf32>
  relax.return %1 : tensor<512x512xf32>
}
