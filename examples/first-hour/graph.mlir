// A graph of three operators, relu(x * w + b), for any number n of rows.
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>, %b: tensor<8xf32>)
    -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.matmul %x, %w
      : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %1 = relax.add %0, %b
      : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %2 = relax.nn.relu %1
      : tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %2 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
