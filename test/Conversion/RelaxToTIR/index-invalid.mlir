// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @nothing_to_take(%x: tensor<0x4xf32>, %i: tensor<2xi64>) -> tensor<2x4xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected an axis with elements to take, but axis 0 has none}}
  %0 = relax.take %x, %i {axis = 0 : i64} : (tensor<0x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  relax.return %0 : tensor<2x4xf32>
}

// -----

relax.func @dynamic(%x: tensor<8xf32>, %b: tensor<1xi64>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  // expected-error @+1 {{cannot become a tensor program: expected bounds that are expressions, but found tensors, which give the result a size that is known only at run time; use 'relax.strided_slice'}}
  %0 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
