// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @unknown_count(%x: tensor<3x4xf32>, %i: tensor<6x?xi64, #relax.dims<[6, n]>>, %u: tensor<6x4xf32>) -> tensor<3x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected a known number of coordinates, but found a symbolic one}}
  %0 = relax.scatter_nd %x, %i, %u : (tensor<3x4xf32>, tensor<6x?xi64, #relax.dims<[6, n]>>, tensor<6x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

relax.func @rank(%x: tensor<3x4xf32>, %i: tensor<2xi64>, %v: tensor<1x2x4xf32>) -> tensor<3x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected values that broadcast to the places, but found rank 3}}
  %0 = relax.index_put %x, %i, %v : (tensor<3x4xf32>, tensor<2xi64>, tensor<1x2x4xf32>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

relax.func @start(%x: tensor<8xf32>, %y: tensor<?xf32>, %n: tensor<?xf32, #relax.dims<[n]>>, %m: tensor<?xf32, #relax.dims<[m]>>) -> tensor<8xf32> {
  %1 = relax.match_cast %y : tensor<?xf32> to tensor<?xf32, #relax.dims<[k]>>
  // expected-error @+1 {{cannot become a tensor program: expected a start that is known to count from the front or from the end; clamp it with 'min' and 'max'}}
  %0 = relax.slice_scatter %x, %1 {start = #relax.expr<n - m>, end = #relax.expr<8>} : (tensor<8xf32>, tensor<?xf32, #relax.dims<[k]>>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}
