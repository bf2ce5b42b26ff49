// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @nothing_to_take(%x: tensor<0x4xf32>, %i: tensor<2x4xi64>) -> tensor<2x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected data with elements to take, but an axis has none}}
  %0 = relax.gather_elements %x, %i : (tensor<0x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}

// -----

relax.func @unknown_count(%x: tensor<3x4xf32>, %i: tensor<6x?xi64, #relax.dims<[6, n]>>, %y: tensor<6x?xf32, #relax.dims<[6, m]>>) -> tensor<6x?xf32, #relax.dims<[6, m]>> {
  // expected-error @+1 {{cannot become a tensor program: expected a known number of coordinates, but found a symbolic one}}
  %0 = relax.gather_nd %x, %i : (tensor<3x4xf32>, tensor<6x?xi64, #relax.dims<[6, n]>>) -> tensor<6x?xf32, #relax.dims<[6, m]>>
  relax.return %0 : tensor<6x?xf32, #relax.dims<[6, m]>>
}
