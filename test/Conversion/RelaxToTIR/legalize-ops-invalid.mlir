// RUN: relax-opt %s --relax-legalize-ops --split-input-file --verify-diagnostics

relax.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{cannot become a tensor program: operand #0 is 'tensor<?xf32>'; dimension 0 is unknown; name it with 'relax.match_cast'}}
  %0 = relax.exp %x : tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// -----

relax.func @f(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{cannot become a tensor program: operand #0 is 'tensor<*xf32>'; its rank is unknown; name the shape with 'relax.match_cast'}}
  %0 = relax.exp %x : tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}

// -----

relax.func @f(%x: tensor<4x!relax.unknown>) -> tensor<4x!relax.unknown> {
  // expected-error @+1 {{cannot become a tensor program: operand #0 is 'tensor<4x!relax.unknown>'; its dtype is unknown; name it with 'relax.match_cast'}}
  %0 = relax.exp %x : tensor<4x!relax.unknown>
  relax.return %0 : tensor<4x!relax.unknown>
}

// -----

relax.func @f(%x: tensor<4xf8E8M0FNU>) -> tensor<4xf8E8M0FNU> {
  // expected-error @+1 {{of floats of 8 bits and less kernels compute on those of 8 bits with a sign only}}
  %0 = relax.negative %x : tensor<4xf8E8M0FNU>
  relax.return %0 : tensor<4xf8E8M0FNU>
}

// -----

relax.device_mesh @mesh [2]
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected an op that some pass lowers; rewrite it with other operators, or list it in 'skip-ops' if a pass of yours lowers it later}}
  %0 = relax.dist.annotate_sharding %x on @mesh [R] : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// A kernel has a loop for each dimension.
relax.func @rank(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{kernels have at most 64 dimensions, found 65; reshape it first}}
  %0 = relax.exp %x : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  relax.return
}

// -----

// expected-note @+1 {{the symbol is defined here}}
tir.func private @taken(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'relax.call_py_func' op expected a name that no op of the module has, found that of a 'tir.func'; rename that op}}
  %0 = relax.call_py_func "taken"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
