// Ops on the elements of two tensors: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.add, and of relax.ewise_fma
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'relax.add' op expects operands of one element type, but found 'f32' and 'f16'; use 'relax.astype' on one of them}}
  %0 = relax.add %x, %y : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  relax.return
}

// -----

// R2
relax.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{'relax.multiply' op cannot broadcast sizes 4 and 5; they must be equal, or one of them 1}}
  %0 = relax.multiply %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// R2: symbols
relax.func @main(%x: tensor<?xf32, #relax.dims<[n + 2]>>, %y: tensor<?xf32, #relax.dims<[n + 3]>>) {
  // expected-error @below {{'relax.less' op cannot broadcast sizes n + 2 and n + 3; they must be equal, or one of them 1}}
  %0 = relax.less %x, %y : (tensor<?xf32, #relax.dims<[n + 2]>>, tensor<?xf32, #relax.dims<[n + 3]>>) -> tensor<?xi1>
  relax.return
}

// -----

// R3
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.add' op expects operands on one device, but found #relax.vdevice<"cuda", 0> and #relax.vdevice<"llvm", 0>; use 'relax.to_vdevice' on one of them}}
  %0 = relax.add %x, %y : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<4xf32>
  relax.return
}

// -----

// R1 of relax.ewise_fma
relax.func @main(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'relax.ewise_fma' op expects operands of one element type}}
  %0 = relax.ewise_fma %x, %x, %y : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  relax.return
}

// -----

// R2 of relax.ewise_fma
relax.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{'relax.ewise_fma' op cannot broadcast sizes 4 and 5}}
  %0 = relax.ewise_fma %x, %x, %y : (tensor<4xf32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  relax.return
}

// -----

// R3 of relax.ewise_fma
relax.func @main(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.ewise_fma' op expects operands on one device}}
  %0 = relax.ewise_fma %x, %x, %y : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<4xf32>
  relax.return
}

// -----

// A declared rank
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.add' op declares result 0 as 'tensor<1x4xf32>', expected what its operands give, 'tensor<4xf32>'}}
  %0 = relax.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  relax.return
}

// -----

// R2 of relax.logical_and
relax.func @main(%x: tensor<4xi1>, %y: tensor<5xi1>) {
  // expected-error @below {{'relax.logical_and' op cannot broadcast sizes 4 and 5}}
  %0 = relax.logical_and %x, %y : (tensor<4xi1>, tensor<5xi1>) -> tensor<4xi1>
  relax.return
}

// -----

// R3 of relax.logical_xor
relax.func @main(%x: tensor<4xi1, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xi1, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.logical_xor' op expects operands on one device}}
  %0 = relax.logical_xor %x, %y : (tensor<4xi1, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xi1, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<4xi1>
  relax.return
}
