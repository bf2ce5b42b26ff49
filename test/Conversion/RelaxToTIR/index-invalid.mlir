// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @nothing_to_take(%x: tensor<0x4xf32>, %i: tensor<2xi64>) -> tensor<2x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected an axis with elements to take, but axis 0 has none}}
  %0 = relax.take %x, %i {axis = 0 : i64} : (tensor<0x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}
