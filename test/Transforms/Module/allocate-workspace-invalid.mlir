// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-allocate-workspace

// expected-error @+1 {{'relax.func' op expects 'WorkspaceSize' to be a positive number of bytes, but found "much"}}
relax.func @text(%x: tensor<2xf32>) -> tensor<2xf32> attributes {Codegen = "my", WorkspaceSize = "much"} {
  relax.return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{'relax.func' op expects 'WorkspaceSize' to be a positive number of bytes, but found 0 : i64}}
relax.func @none(%x: tensor<2xf32>) -> tensor<2xf32> attributes {Codegen = "my", WorkspaceSize = 0 : i64} {
  relax.return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{'relax.func' op gets a workspace as a parameter, expected 'relax.call' to be its only use; inline or call it there}}
relax.func private @soft(%x: tensor<2xf32>) -> tensor<2xf32> attributes {Codegen = "my", WorkspaceSize = 64 : i64} {
  relax.return %x : tensor<2xf32>
}
relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-note @+1 {{another use is here}}
  %f = relax.make_closure @soft() : () -> !relax.callable<(tensor<2xf32>) -> tensor<2xf32>, pure>
  %0 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<2xf32>) -> tensor<2xf32>, pure>, (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
