// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @depth(%q: tensor<1x2x4x?xf32, #relax.dims<[1, 2, 4, d]>>) -> tensor<1x2x4x?xf32, #relax.dims<[1, 2, 4, d]>> {
  // expected-error @+1 {{cannot become a tensor program: expected 'scale' or a known depth, but found depth d}}
  %0 = relax.nn.attention %q, %q, %q : (tensor<1x2x4x?xf32, #relax.dims<[1, 2, 4, d]>>, tensor<1x2x4x?xf32, #relax.dims<[1, 2, 4, d]>>, tensor<1x2x4x?xf32, #relax.dims<[1, 2, 4, d]>>) -> tensor<1x2x4x?xf32, #relax.dims<[1, 2, 4, d]>>
  relax.return %0 : tensor<1x2x4x?xf32, #relax.dims<[1, 2, 4, d]>>
}

// -----

relax.func @heads(%q: tensor<1x2x?x8xf32, #relax.dims<[1, 2, h, 8]>>, %k: tensor<1x2x4x8xf32>) -> tensor<1x2x?x8xf32, #relax.dims<[1, 2, h, 8]>> {
  // expected-error @+1 {{cannot become a tensor program: expected a known number of queries' heads for each head of keys, but found h and 4}}
  %0 = relax.nn.attention %q, %k, %k : (tensor<1x2x?x8xf32, #relax.dims<[1, 2, h, 8]>>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x?x8xf32, #relax.dims<[1, 2, h, 8]>>
  relax.return %0 : tensor<1x2x?x8xf32, #relax.dims<[1, 2, h, 8]>>
}

// -----

relax.func @collapse(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<?x4xf32, #relax.dims<[m, 4]>> {
  // expected-error @+1 {{cannot become a tensor program: expected axis 0 of size n to be kept or to become 1, but found m}}
  %0 = relax.collapse_sum_like %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<?x4xf32, #relax.dims<[m, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[m, 4]>>
}

// -----

relax.func @scalar(%x: tensor<f32>) -> tensor<0x?xi64> {
  // expected-error @+1 {{cannot become a tensor program: expected an operand of rank 1 or more, but found rank 0}}
  %0 = relax.nonzero %x : (tensor<f32>) -> tensor<0x?xi64>
  relax.return %0 : tensor<0x?xi64>
}

// -----

relax.func @slices(%x: tensor<3x4xf32>) -> tensor<3x?xf32> {
  // expected-error @+1 {{cannot become a tensor program: expected no 'axis', but found 1}}
  %0 = relax.unique %x {axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x?xf32>
  relax.return %0 : tensor<3x?xf32>
}

// -----

// The mask of queries and keys would have 2^64 elements: the operator that is
// written with it is named, not the mask.
relax.func @mask(%q: tensor<1x4294967296x8x32xf16>, %starts: tensor<3xi32>, %most: tensor<i32>) -> tensor<1x4294967296x8x32xf16> {
  // expected-error @below {{'relax.nn.attention_var_len' op cannot become a tensor program: it stands for 'relax.equal' of type 'tensor<4294967296x4294967296xi1>', expected a number of bytes that 64 bits hold; make its sizes smaller}}
  %0 = relax.nn.attention_var_len %q, %q, %q, %starts, %starts, %most, %most : (tensor<1x4294967296x8x32xf16>, tensor<1x4294967296x8x32xf16>, tensor<1x4294967296x8x32xf16>, tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4294967296x8x32xf16>
  relax.return %0 : tensor<1x4294967296x8x32xf16>
}
