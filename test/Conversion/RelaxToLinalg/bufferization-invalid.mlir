// What has no form on memrefs.
// RUN: relax-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries --verify-diagnostics

func.func @open(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{cannot be in memrefs: expected it to show which axes are broadcast, and what a layout says; name the sizes with symbols, or convert the function with 'convert-relax-to-linalg'}}
  // expected-error @below {{failed to bufferize op}}
  %0 = relax.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @kind(%x: tensor<4xf8E8M0FNU>) -> tensor<4xf8E8M0FNU> {
  // expected-error @below {{cannot be in memrefs: operand #0 is 'tensor<4xf8E8M0FNU>'; of floats of 8 bits and less kernels compute on those of 8 bits with a sign only}}
  // expected-error @below {{failed to bufferize op}}
  %0 = relax.negative %x : tensor<4xf8E8M0FNU>
  return %0 : tensor<4xf8E8M0FNU>
}

// -----

func.func @sign(%x: tensor<4xui8>) -> tensor<4xui8> {
  // expected-error @below {{cannot be in memrefs: expected integers without a sign, such as i8, found 'tensor<4xui8>'; convert the function with 'convert-relax-to-linalg'}}
  // expected-error @below {{failed to bufferize op}}
  %0 = relax.add %x, %x : tensor<4xui8>
  return %0 : tensor<4xui8>
}
