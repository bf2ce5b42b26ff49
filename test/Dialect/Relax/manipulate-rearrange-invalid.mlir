// Ops that rearrange elements: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.meshgrid
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'relax.meshgrid' op expects operands of one element type}}
  %0:2 = relax.meshgrid %x, %y : (tensor<4xf32>, tensor<4xf16>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R2 of relax.meshgrid
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.meshgrid' op expects operands of rank 0 or 1, but found rank 2}}
  %0 = relax.meshgrid %x : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.meshgrid
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.meshgrid' op expects operands on one device}}
  %0:2 = relax.meshgrid %x, %y : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R4 of relax.meshgrid
relax.func @main() {
  // expected-error @below {{'relax.meshgrid' op expects at least one operand, but found none}}
  relax.meshgrid : () -> ()
  relax.return
}

// -----

// R4 of relax.meshgrid: results
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.meshgrid' op expects 1 results, but found 2}}
  %0:2 = relax.meshgrid %x : (tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R1 of relax.nn.pixel_shuffle
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.nn.pixel_shuffle' op expects an operand of rank 3 or more, but found rank 2}}
  %0 = relax.nn.pixel_shuffle %x {upscale_factor = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.pixel_shuffle
relax.func @main(%x: tensor<3x4x5xf32>) {
  // expected-error @below {{'relax.nn.pixel_shuffle' op expects channels that divide by 4, but found 3}}
  %0 = relax.nn.pixel_shuffle %x {upscale_factor = 2 : i64} : (tensor<3x4x5xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.reverse_sequence
relax.func @main(%x: tensor<2x3xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{'relax.reverse_sequence' op expects each axis once, found axis 0 twice}}
  %0 = relax.reverse_sequence %x, %l {seq_axis = 0 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.reverse_sequence
relax.func @main(%x: tensor<2x3xf32>, %l: tensor<3xi64>) {
  // expected-error @below {{'relax.reverse_sequence' op expects the length of 'seq_lengths' to be 2, but found 3}}
  %0 = relax.reverse_sequence %x, %l : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.reverse_sequence: rank
relax.func @main(%x: tensor<2x3xf32>, %l: tensor<2x3xi64>) {
  // expected-error @below {{'relax.reverse_sequence' op expects 'seq_lengths' of rank 1, but found rank 2}}
  %0 = relax.reverse_sequence %x, %l : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.reverse_sequence
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %l: tensor<2xi64, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.reverse_sequence' op expects operands on one device}}
  %0 = relax.reverse_sequence %x, %l : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2xi64, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.layout_transform
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.layout_transform' op expects 'index_map' of 2 indices, but found 1}}
  %0 = relax.layout_transform %x {index_map = affine_map<(i) -> (i)>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.layout_transform: symbols
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.layout_transform' op expects 'index_map' without symbols, but found 1}}
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j)[s] -> (i + s)>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.layout_transform: a divisor
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.layout_transform' op expects 'index_map' to divide by positive numbers, but found affine_map<(d0, d1) -> (d0 floordiv 0, d1)>}}
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (i floordiv 0, j)>} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.layout_transform: a place behind the last one
// expected-note @below {{the operand, of type 'tensor<2x3xf32>', is here}}
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.layout_transform' op expects elements to have places in axis 0 of the result, of size 5, but element (1, 2) goes to 5; give the result the size that 'index_map' reaches}}
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (i * 3 + j)>} : (tensor<2x3xf32>) -> tensor<5xf32>
  relax.return
}

// -----

// R2 of relax.layout_transform: a place before the first one
// expected-note @below {{the operand, of type 'tensor<2x3xf32>', is here}}
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.layout_transform' op expects elements to have places in axis 1 of the result, of size 8, but element (1, 0) goes to -1}}
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> (i, j - i)>} : (tensor<2x3xf32>) -> tensor<2x8xf32>
  relax.return
}

// -----

// R2 of relax.layout_transform: a place that no number is
// expected-note @below {{the operand, of type 'tensor<3xf32>', is here}}
relax.func @main(%x: tensor<3xf32>) {
  // expected-error @below {{'relax.layout_transform' op expects elements to have places in axis 0 of the result, of size 8, but element (2) goes to one that 64 bits do not hold}}
  %0 = relax.layout_transform %x {index_map = affine_map<(i) -> (i * 4611686018427387904)>} : (tensor<3xf32>) -> tensor<8xf32>
  relax.return
}

// -----

// R2 of relax.layout_transform: a quotient of a sum
// expected-note @below {{the operand, of type 'tensor<2x3xf32>', is here}}
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.layout_transform' op expects elements to have places in axis 0 of the result, of size 1, but element (1, 2) goes to 1}}
  %0 = relax.layout_transform %x {index_map = affine_map<(i, j) -> ((i * 3 + j) floordiv 4, (i * 3 + j) mod 4)>} : (tensor<2x3xf32>) -> tensor<1x4xf32>
  relax.return
}

// -----

// R1 of relax.collapse_sum_to
relax.func @main(%x: tensor<2x3xf32>, %s: !relax.shape<[2]>) {
  // expected-error @below {{'relax.collapse_sum_to' op expects dimension 0 of the target to be 3, but found 2}}
  %0 = relax.collapse_sum_to %x, %s : (tensor<2x3xf32>, !relax.shape<[2]>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.collapse_sum_like
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4x5xf32>) {
  // expected-error @below {{'relax.collapse_sum_like' op expects a target of rank 2 or less, but found rank 3}}
  %0 = relax.collapse_sum_like %x, %y : (tensor<2x3xf32>, tensor<3x4x5xf32>) -> tensor<*xf32>
  relax.return
}
