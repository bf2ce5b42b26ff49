// Normalization: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.nn.batch_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf16>, %p1: tensor<3xf16>, %p2: tensor<3xf16>, %p3: tensor<3xf16>) {
  // expected-error @below {{'relax.nn.batch_norm' op expects operands of one element type}}
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R2 of relax.nn.batch_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf32>, %p1: tensor<3xf32>, %p2: tensor<3xf32>, %p3: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.batch_norm' op expects an axis in [-2, 2), but found 2}}
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R3 of relax.nn.batch_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<4xf32>, %p1: tensor<4xf32>, %p2: tensor<4xf32>, %p3: tensor<4xf32>) {
  // expected-error @below {{'relax.nn.batch_norm' op expects dimension 0 of each parameter to be 3, but found 4}}
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R4 of relax.nn.batch_norm
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %p0: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, %p1: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, %p2: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, %p3: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.batch_norm' op expects operands on one device}}
  %0:3 = relax.nn.batch_norm %x, %p0, %p1, %p2, %p3 {axis = 1 : i64} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  relax.return
}

// -----

// R1 of relax.nn.layer_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf16>, %p1: tensor<3xf16>) {
  // expected-error @below {{'relax.nn.layer_norm' op expects operands of one element type}}
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf16>, tensor<3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.layer_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf32>, %p1: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.layer_norm' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: 2>} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.layer_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<4xf32>, %p1: tensor<4xf32>) {
  // expected-error @below {{'relax.nn.layer_norm' op expects dimension 0 of each parameter to be 3, but found 4}}
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.nn.layer_norm
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %p0: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, %p1: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.layer_norm' op expects operands on one device}}
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: 1>} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.nn.rms_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf16>) {
  // expected-error @below {{'relax.nn.rms_norm' op expects operands of one element type}}
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.rms_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.rms_norm' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: 2>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.rms_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<4xf32>) {
  // expected-error @below {{'relax.nn.rms_norm' op expects dimension 0 of each parameter to be 3, but found 4}}
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.nn.rms_norm
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %p0: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.rms_norm' op expects operands on one device}}
  %0 = relax.nn.rms_norm %x, %p0 {axes = array<i64: 1>} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.nn.group_norm
relax.func @main(%x: tensor<2x3x5xf32>, %p0: tensor<3xf16>, %p1: tensor<3xf16>) {
  // expected-error @below {{'relax.nn.group_norm' op expects operands of one element type}}
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = 1 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32>, tensor<3xf16>, tensor<3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.group_norm
relax.func @main(%x: tensor<2x3x5xf32>, %p0: tensor<3xf32>, %p1: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.group_norm' op expects each axis once, found axis 1 twice}}
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = 1 : i64, channel_axis = 1 : i64, axes = array<i64: 1>} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.group_norm
relax.func @main(%x: tensor<2x3x5xf32>, %p0: tensor<4xf32>, %p1: tensor<4xf32>) {
  // expected-error @below {{'relax.nn.group_norm' op expects dimension 0 of each parameter to be 3, but found 4}}
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = 1 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.nn.group_norm
relax.func @main(%x: tensor<2x3x5xf32, #relax.dims<[2, 3, 5], vdevice = #relax.vdevice<"cuda", 0>>>, %p0: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, %p1: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.group_norm' op expects operands on one device}}
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = 1 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32, #relax.dims<[2, 3, 5], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.nn.instance_norm
relax.func @main(%x: tensor<2x3x5xf32>, %p0: tensor<3xf16>, %p1: tensor<3xf16>) {
  // expected-error @below {{'relax.nn.instance_norm' op expects operands of one element type}}
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32>, tensor<3xf16>, tensor<3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.instance_norm
relax.func @main(%x: tensor<2x3x5xf32>, %p0: tensor<3xf32>, %p1: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.instance_norm' op expects an axis in [-3, 3), but found 3}}
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = 3 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.instance_norm
relax.func @main(%x: tensor<2x3x5xf32>, %p0: tensor<4xf32>, %p1: tensor<4xf32>) {
  // expected-error @below {{'relax.nn.instance_norm' op expects dimension 0 of each parameter to be 3, but found 4}}
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.nn.instance_norm
relax.func @main(%x: tensor<2x3x5xf32, #relax.dims<[2, 3, 5], vdevice = #relax.vdevice<"cuda", 0>>>, %p0: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, %p1: tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.instance_norm' op expects operands on one device}}
  %0 = relax.nn.instance_norm %x, %p0, %p1 {channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32, #relax.dims<[2, 3, 5], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<3xf32, #relax.dims<[3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.layer_norm
relax.func @main(%x: tensor<2x3xf32>, %p0: tensor<2x3xf32>, %p1: tensor<2x3xf32>) {
  // expected-error @below {{'relax.nn.layer_norm' op expects each parameter of rank 1, but found rank 2}}
  %0 = relax.nn.layer_norm %x, %p0, %p1 {axes = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.nn.group_norm
relax.func @main(%x: tensor<2x3x5xf32>, %p0: tensor<3xf32>, %p1: tensor<3xf32>) {
  // expected-error @below {{'relax.nn.group_norm' op expects channels that divide into 2 groups, but found 3}}
  %0 = relax.nn.group_norm %x, %p0, %p1 {num_groups = 2 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  relax.return
}
