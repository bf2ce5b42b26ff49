// Ops that derivatives are made of: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.grad.max_pool2d_backward
relax.func @main(%g: tensor<2x3xf16>, %x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.grad.max_pool2d_backward' op expects operands of one element type}}
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>} : (tensor<2x3xf16>, tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.grad.max_pool2d_backward
relax.func @main(%g: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.grad.max_pool2d_backward' op expects operands on one device}}
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>} : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<2x3xf16>, %x: tensor<2x3xf32>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects operands of one element type}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<2x3xf16>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.grad.nll_loss_backward
relax.func @main(%g: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.nll_loss_backward' op expects operands on one device}}
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.grad.take_backward
relax.func @main(%g: tensor<2x3xf16>, %x: tensor<2x3xf32>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.take_backward' op expects operands of one element type}}
  %0 = relax.grad.take_backward %g, %x, %t : (tensor<2x3xf16>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.grad.take_backward
relax.func @main(%g: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, %t: tensor<2xi64>) {
  // expected-error @below {{'relax.grad.take_backward' op expects operands on one device}}
  %0 = relax.grad.take_backward %g, %x, %t : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}
