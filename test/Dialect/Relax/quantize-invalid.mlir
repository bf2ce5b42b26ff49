// Between floats and integers on a scale: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1
relax.func @main(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<3xi8>) {
  // expected-error @below {{'relax.quantize' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.quantize %x, %s, %z {out_dtype = i8, axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xi8>) -> tensor<*xi8>
  relax.return
}

// -----

// R2
relax.func @main(%x: tensor<2x3xf32>, %s: tensor<4xf32>, %z: tensor<3xi8>) {
  // expected-error @below {{'relax.quantize' op expects the length of scale and zero point to be 3, but found 4}}
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<2x3xf32>, tensor<4xf32>, tensor<3xi8>) -> tensor<*xi8>
  relax.return
}

// -----

// R2: rank
relax.func @main(%x: tensor<2x3xf32>, %s: tensor<2x3xf32>, %z: tensor<3xi8>) {
  // expected-error @below {{'relax.quantize' op expects scale and zero point of rank 0 or 1, but found rank 2}}
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xi8>) -> tensor<*xi8>
  relax.return
}

// -----

// R3
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %s: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, %z: tensor<3xi8>) {
  // expected-error @below {{'relax.quantize' op expects operands on one device}}
  %0 = relax.quantize %x, %s, %z {out_dtype = i8} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<3xi8>) -> tensor<*xi8>
  relax.return
}

// -----

// R4
relax.func @main(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<3xi8>) {
  // expected-error @below {{'relax.quantize' op expects 'dtype' to be a number type, but found 'none'}}
  %0 = relax.quantize %x, %s, %z {out_dtype = none} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xi8>) -> tensor<*xi8>
  relax.return
}
