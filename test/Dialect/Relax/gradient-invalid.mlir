// Ops that derivatives are made of: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.grad.max_pool2d_backward
relax.func @main(%g: tensor<1x2x3x3xf16>, %x: tensor<1x2x4x4xf32>) {
  // expected-error @below {{'relax.grad.max_pool2d_backward' op expects operands of one element type}}
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>} : (tensor<1x2x3x3xf16>, tensor<1x2x4x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.grad.max_pool2d_backward
relax.func @main(%g: tensor<1x2x3x3xf32, #relax.dims<[1, 2, 3, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %x: tensor<1x2x4x4xf32, #relax.dims<[1, 2, 4, 4], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.grad.max_pool2d_backward' op expects operands on one device}}
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>} : (tensor<1x2x3x3xf32, #relax.dims<[1, 2, 3, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<1x2x4x4xf32, #relax.dims<[1, 2, 4, 4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.grad.max_pool2d_backward
relax.func @main(%g: tensor<*xf32>, %x: tensor<1x2x4x4xf32>) {
  // expected-error @below {{'relax.grad.max_pool2d_backward' op expects 'strides' to have 2 entries, but found 3}}
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 1, 1, 1>} : (tensor<*xf32>, tensor<1x2x4x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.grad.avg_pool2d_backward
relax.func @main(%g: tensor<*xf32>, %x: tensor<1x2x4x4xf32>) {
  // expected-error @below {{'relax.grad.avg_pool2d_backward' op expects a layout of the axes NCHW, each once, but found}}
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, layout = "NCW"} : (tensor<*xf32>, tensor<1x2x4x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.grad.avg_pool2d_backward
relax.func @main(%g: tensor<*xf32>, %x: tensor<1x2x4xf32>) {
  // expected-error @below {{'relax.grad.avg_pool2d_backward' op expects data of rank 4}}
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>} : (tensor<*xf32>, tensor<1x2x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R6 of relax.grad.avg_pool2d_backward
relax.func @main(%g: tensor<*xf32>, %x: tensor<1x2x4x4xf32>) {
  // expected-error @below {{'relax.grad.avg_pool2d_backward' op expects a window that fits the padded input of size 4, but found one of size 5}}
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 5>} : (tensor<*xf32>, tensor<1x2x4x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R7 of relax.grad.max_pool2d_backward
relax.func @main(%g: tensor<1x3x2x2xf32>, %x: tensor<1x2x4x4xf32>) {
  // expected-error @below {{'relax.grad.max_pool2d_backward' op expects dimension 1 of a gradient to be 2, but found 3}}
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x2x2xf32>, tensor<1x2x4x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<f16>, %x: tensor<2x3xf32>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects operands of one element type}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<f16>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<2xf32, #relax.dims<[2], vdevice = #relax.vdevice<"cuda", 0>>>, %x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects operands on one device}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t {reduction = "none"} : (tensor<2xf32, #relax.dims<[2], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<f32>, %x: tensor<f32>, %t: tensor<*xi64>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects predictions of rank 1 or more, but found rank 0}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<f32>, tensor<f32>, tensor<*xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<f32>, %x: tensor<2x3xf32>, %t: tensor<3xi64>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects dimension 0 of targets to be 2, but found 3}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<f32>, tensor<2x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<f32>, %x: tensor<2x3xf32>, %t: tensor<2xi64>, %w: tensor<2xf32>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects dimension 0 of weights to be 3, but found 2}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t, %w : (tensor<f32>, tensor<2x3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R6 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<2xf32>, %x: tensor<2x3xf32>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects a gradient of rank 0, but found rank 1}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<2xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  // Each loss has one, if they are not accumulated.
  %1 = relax.grad.nll_loss_backward %g, %x, %t {reduction = "none"} : (tensor<2xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.grad.take_backward
relax.func @main(%g: tensor<2x3xf16>, %x: tensor<2x3xf32>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.take_backward' op expects operands of one element type}}
  %0 = relax.grad.take_backward %g, %x, %t {axis = 0 : i64} : (tensor<2x3xf16>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.grad.take_backward
relax.func @main(%g: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.take_backward' op expects operands on one device}}
  %0 = relax.grad.take_backward %g, %x, %t {axis = 0 : i64} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.grad.take_backward
relax.func @main(%g: tensor<2x4xf32>, %x: tensor<3x4xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.take_backward' op expects an axis in [-2, 2), but found 64}}
  %0 = relax.grad.take_backward %g, %x, %i {axis = 64 : i64} : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  relax.return
}

// -----

// R3 of relax.grad.take_backward
relax.func @main(%g: tensor<2x4xf32>, %x: tensor<3x4xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.take_backward' op expects 'axis' for an operand of rank 2, but found none}}
  %0 = relax.grad.take_backward %g, %x, %i : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  relax.return
}

// -----

// R4 of relax.grad.take_backward
relax.func @main(%g: tensor<4xf32>, %x: tensor<3x4xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.take_backward' op expects a gradient of rank 2, but found rank 1}}
  %0 = relax.grad.take_backward %g, %x, %i {axis = 0 : i64} : (tensor<4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  relax.return
}
