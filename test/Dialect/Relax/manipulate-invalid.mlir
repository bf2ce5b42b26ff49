// Ops that move, join and cut: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.reshape
relax.func @main(%x: tensor<2x3xf32>, %s: !relax.shape<[6, 2]>) {
  // expected-error @below {{'relax.reshape' op expects a shape of 6 elements, but found one of 12}}
  %0 = relax.reshape %x, %s : (tensor<2x3xf32>, !relax.shape<[6, 2]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.reshape: symbols
relax.func @main(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>, %s: !relax.shape<[n * 2 + 1]>) {
  // expected-error @below {{'relax.reshape' op expects a shape of n * 2 elements, but found one of n * 2 + 1}}
  %0 = relax.reshape %x, %s : (tensor<?x2xf32, #relax.dims<[n, 2]>>, !relax.shape<[n * 2 + 1]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.nn.batch_flatten
relax.func @main(%x: tensor<f32>) {
  // expected-error @below {{'relax.nn.batch_flatten' op expects an operand of rank 1 or more, but found rank 0; use 'relax.flatten'}}
  %0 = relax.nn.batch_flatten %x : (tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.permute_dims
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.permute_dims' op expects 'axes' to have 2 entries, but found 1}}
  %0 = relax.permute_dims %x {axes = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.permute_dims: twice
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.permute_dims' op expects each axis once, found axis 0 twice}}
  %0 = relax.permute_dims %x {axes = array<i64: 0, 0>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.expand_dims
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.expand_dims' op expects an axis in [-3, 3), but found 3}}
  %0 = relax.expand_dims %x {axis = array<i64: 3>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.squeeze
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.squeeze' op expects an axis in [-2, 2), but found 5}}
  %0 = relax.squeeze %x {axis = array<i64: 5>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.squeeze
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.squeeze' op expects the size of axis 1 to be 1, but found 3}}
  %0 = relax.squeeze %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.broadcast_to
relax.func @main(%x: tensor<2x3xf32>, %s: !relax.shape<[3]>) {
  // expected-error @below {{'relax.broadcast_to' op expects a shape of rank 2 or more, but found rank 1}}
  %0 = relax.broadcast_to %x, %s : (tensor<2x3xf32>, !relax.shape<[3]>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.broadcast_to
relax.func @main(%x: tensor<2x3xf32>, %s: !relax.shape<[6, 2]>) {
  // expected-error @below {{'relax.broadcast_to' op expects dimension 0 of size 2 to be 1 or 6}}
  %0 = relax.broadcast_to %x, %s : (tensor<2x3xf32>, !relax.shape<[6, 2]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.flip
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.flip' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.flip %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.repeat
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.repeat' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.repeat %x {repeats = 2 : i64, axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// A constraint of relax.repeat
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.repeat' op attribute 'repeats' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = relax.repeat %x {repeats = -2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.tile
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.tile' op expects entries of 'repeats' to be at least 0, but found -1}}
  %0 = relax.tile %x {repeats = array<i64: -1>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.nn.pad
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.nn.pad' op expects 'pad_width' to have 4 entries, but found 2}}
  %0 = relax.nn.pad %x {pad_width = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// A size below zero
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.nn.pad' op gives dimension 1 the size -1, but no size is negative}}
  %0 = relax.nn.pad %x {pad_width = array<i64: 0, 0, -2, -2>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// A word that is none
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.nn.pad' op attribute 'pad_mode' failed to satisfy constraint: string attribute that is one of constant, replicate, reflect, circular}}
  %0 = relax.nn.pad %x {pad_width = array<i64: 0, 0, 1, 1>, pad_mode = "mirror"} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.concat
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf16>) {
  // expected-error @below {{'relax.concat' op expects operands of one element type}}
  %0 = relax.concat %x, %y {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.concat
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'relax.concat' op expects operands of one rank, but found 2 and 1}}
  %0 = relax.concat %x, %y {axis = 0 : i64} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.concat: no axis
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.concat' op expects 'axis' for operands of rank 2, but found none}}
  %0 = relax.concat %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.concat
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.concat' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.concat %x, %x {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.concat
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @below {{'relax.concat' op expects dimension 1 of each operand to be 3, but found 4}}
  %0 = relax.concat %x, %y {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.concat
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.concat' op expects operands on one device}}
  %0 = relax.concat %x, %y : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R6 of relax.concat
relax.func @main() {
  // expected-error @below {{'relax.concat' op expects at least one operand, but found none}}
  %0 = relax.concat {axis = 0 : i64} : () -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.stack
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf16>) {
  // expected-error @below {{'relax.stack' op expects operands of one element type}}
  %0 = relax.stack %x, %y : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.stack
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @below {{'relax.stack' op expects dimension 1 of each operand to be 3, but found 4}}
  %0 = relax.stack %x, %y : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.stack
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.stack' op expects an axis in [-3, 3), but found 3}}
  %0 = relax.stack %x, %x {axis = 3 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.stack
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.stack' op expects operands on one device}}
  %0 = relax.stack %x, %y : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.stack
relax.func @main() {
  // expected-error @below {{'relax.stack' op expects at least one operand, but found none}}
  %0 = relax.stack : () -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.split
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.split' op expects either 'sections' or 'indices', but found none}}
  %0 = relax.split %x : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.split: both
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.split' op expects either 'sections' or 'indices', but found both}}
  %0 = relax.split %x {sections = 1 : i64, indices = array<i64>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.split
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.split' op expects 'sections' in [1, 65535], but found 0}}
  %0 = relax.split %x {sections = 0 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.split
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.split' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.split %x {sections = 1 : i64, axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.split
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.split' op expects 'indices' that are not negative and do not decrease, but found 0 after 1}}
  %0:3 = relax.split %x {indices = array<i64: 1, 0>} : (tensor<2x3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R5 of relax.split
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.split' op expects 2 results, but found 1}}
  %0 = relax.split %x {sections = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @f(%x: tensor<*xf32>) {
  // expected-error @+1 {{[relax.permute_dims R1]}}
  %0 = relax.permute_dims %x {axes = array<i64: 0, 0>} : (tensor<*xf32>) -> tensor<?x?xf32>
  relax.return
}
