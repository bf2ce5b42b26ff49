// Products of matrices: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.matmul
relax.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf16>) {
  // expected-error @below {{'relax.matmul' op expects operands of one element type}}
  %0 = relax.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.matmul
relax.func @main(%x: tensor<2x3xf32>, %w: tensor<f32>) {
  // expected-error @below {{'relax.matmul' op expects operands of rank 1 or more, but found rank 0; use 'relax.multiply'}}
  %0 = relax.matmul %x, %w : (tensor<2x3xf32>, tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.matmul
relax.func @main(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) {
  // expected-error @below {{'relax.matmul' op expects the number of rows of the second operand to be 3, but found 4}}
  %0 = relax.matmul %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.matmul
relax.func @main(%x: tensor<2x4x3xf32>, %w: tensor<5x3x4xf32>) {
  // expected-error @below {{'relax.matmul' op cannot broadcast sizes 2 and 5}}
  %0 = relax.matmul %x, %w : (tensor<2x4x3xf32>, tensor<5x3x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.matmul
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.matmul' op expects operands on one device}}
  %0 = relax.matmul %x, %y : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.outer
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'relax.outer' op expects operands of one element type}}
  %0 = relax.outer %x, %y : (tensor<4xf32>, tensor<4xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.outer
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'relax.outer' op expects operands of rank 1, but found rank 2}}
  %0 = relax.outer %x, %y : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.outer
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.outer' op expects operands on one device}}
  %0 = relax.outer %x, %y : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.einsum
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'relax.einsum' op expects operands of one element type}}
  %0 = relax.einsum %x, %y {subscripts = "i,j"} : (tensor<4xf32>, tensor<4xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.einsum
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.einsum' op expects subscripts for 1 operands, but found "i,j"}}
  %0 = relax.einsum %x {subscripts = "i,j"} : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.einsum
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.einsum' op expects subscripts for an operand of rank 1, but found "ij"}}
  %0 = relax.einsum %x {subscripts = "ij"} : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.einsum: letters
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.einsum' op expects subscripts of letters, but found "1"}}
  %0 = relax.einsum %x {subscripts = "1"} : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.einsum
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.einsum' op cannot broadcast sizes 2 and 3}}
  %0 = relax.einsum %x {subscripts = "ii->i"} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.einsum
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.einsum' op expects each letter of the result once, and in an operand, but found "ik"}}
  %0 = relax.einsum %x {subscripts = "ij->ik"} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.einsum: no letter
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.einsum' op expects each letter of the result once, and in an operand, but found}}
  %0 = relax.einsum %x {subscripts = "ij->i\FF"} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R6 of relax.einsum
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.einsum' op expects operands on one device}}
  %0 = relax.einsum %x, %y {subscripts = "i,i"} : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}
