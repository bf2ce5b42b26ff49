// Losses: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.nn.cross_entropy_with_logits
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf16>) {
  // expected-error @below {{'relax.nn.cross_entropy_with_logits' op expects operands of one element type}}
  %0 = relax.nn.cross_entropy_with_logits %x, %y : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.cross_entropy_with_logits
relax.func @main(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @below {{'relax.nn.cross_entropy_with_logits' op expects dimension 1 of labels to be 3, but found 4}}
  %0 = relax.nn.cross_entropy_with_logits %x, %y : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.cross_entropy_with_logits
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.cross_entropy_with_logits' op expects operands on one device}}
  %0 = relax.nn.cross_entropy_with_logits %x, %y : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.nn.nll_loss
relax.func @main(%x: tensor<2x3xf32>, %t: tensor<2xi64>, %w: tensor<3xf16>) {
  // expected-error @below {{'relax.nn.nll_loss' op expects operands of one element type}}
  %0 = relax.nn.nll_loss %x, %t, %w : (tensor<2x3xf32>, tensor<2xi64>, tensor<3xf16>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.nn.nll_loss
relax.func @main(%x: tensor<2x3xf32>, %t: tensor<3xi64>) {
  // expected-error @below {{'relax.nn.nll_loss' op expects dimension 0 of targets to be 2, but found 3}}
  %0 = relax.nn.nll_loss %x, %t : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.nll_loss
relax.func @main(%x: tensor<2x3xf32>, %t: tensor<2xi64>, %w: tensor<4xf32>) {
  // expected-error @below {{'relax.nn.nll_loss' op expects dimension 0 of weights to be 3, but found 4}}
  %0 = relax.nn.nll_loss %x, %t, %w : (tensor<2x3xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.nn.nll_loss, where nothing is known of the predictions
relax.func @main(%x: tensor<*xf32>, %t: tensor<2xi64>, %w: tensor<f32>) {
  // expected-error @below {{'relax.nn.nll_loss' op expects weights of rank 1, but found rank 0}}
  %0 = relax.nn.nll_loss %x, %t, %w : (tensor<*xf32>, tensor<2xi64>, tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R4 of relax.nn.nll_loss
relax.func @main(%x: tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, %t: tensor<2xi64, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", 0>>>) {
  // expected-error @below {{'relax.nn.nll_loss' op expects operands on one device}}
  %0 = relax.nn.nll_loss %x, %t : (tensor<2x3xf32, #relax.dims<[2, 3], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<2xi64, #relax.dims<[2], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<*xf32>
  relax.return
}

// -----

// R5 of relax.nn.nll_loss
relax.func @main(%x: tensor<f32>, %t: tensor<i64>) {
  // expected-error @below {{'relax.nn.nll_loss' op expects predictions of rank 1 or more, but found rank 0}}
  %0 = relax.nn.nll_loss %x, %t : (tensor<f32>, tensor<i64>) -> tensor<*xf32>
  relax.return
}
