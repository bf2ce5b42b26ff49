// Hints that split an operator in two ways, with the places of both.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-propagate-sharding=reject-conflicts=true

// Far from the hints: through operators, forward and back.
relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<8x4xf32>, %y: tensor<4x8xf32>) -> tensor<8x4xf32> {
  // expected-note @+1 {{dimension 0 of operand 0 is split by this hint}}
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x4xf32>
  // expected-note @+1 {{dimension 1 of operand 1 is split by this hint}}
  %ys = relax.dist.annotate_sharding %y on @mesh [S[0]] : tensor<4x8xf32>
  %0 = relax.exp %xs : tensor<8x4xf32>
  %1 = relax.permute_dims %ys : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // expected-error @+1 {{'relax.add' op expects axis 0 of @mesh to split what belongs together, found it on dimension 0 of operand 0 and on dimension 1 of operand 1: one of them is exchanged; change one of the hints}}
  %2 = relax.add %0, %1 : tensor<8x4xf32>
  relax.return %2 : tensor<8x4xf32>
}

// -----

// Rows of the left and columns of the right matrix by one axis.
relax.device_mesh @mesh [2, 2]
relax.func @main(%x: tensor<8x4xf32>, %w: tensor<4x8xf32>) -> tensor<8x8xf32> {
  // expected-note @+1 {{dimension 0 of operand 0 is split by this hint}}
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0], R] : tensor<8x4xf32>
  // expected-note @+1 {{dimension 1 of operand 1 is split by this hint}}
  %ws = relax.dist.annotate_sharding %w on @mesh [S[1], R] : tensor<4x8xf32>
  // expected-error @+1 {{'relax.matmul' op expects axis 0 of @mesh to split what belongs together, found it on dimension 0 of operand 0 and on dimension 1 of operand 1}}
  %0 = relax.matmul %xs, %ws : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  relax.return %0 : tensor<8x8xf32>
}

// -----

// A hint for a result, through a reshape that has no shape meanwhile.
relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<8x4xf32>) -> tensor<8x2x2xf32> {
  // expected-note @+1 {{dimension 0 of operand 0 is split by this hint}}
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x4xf32>
  %s = relax.shape [8, 2, 2] : !relax.shape<[8, 2, 2]>
  // expected-error @+1 {{'relax.reshape' op expects axis 0 of @mesh to split what belongs together, found it on dimension 0 of operand 0 and on dimension 1 of result 0}}
  %0 = relax.reshape %xs, %s : (tensor<8x4xf32>, !relax.shape<[8, 2, 2]>) -> tensor<8x2x2xf32>
  // expected-note @+1 {{dimension 1 of result 0 is split by this hint}}
  %1 = relax.dist.annotate_sharding %0 on @mesh [S[1]] : tensor<8x2x2xf32>
  relax.return %1 : tensor<8x2x2xf32>
}

// -----

// Two hints for one value.
relax.device_mesh @mesh [2]
// expected-note @+1 {{is made here}}
relax.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  // expected-note @+1 {{the first hint is here}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x4xf32>
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects the placement that another hint has for its operand, found "[2] [S[1]]" for "[2] [S[0]]"}}
  %1 = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<8x4xf32>
  relax.return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// No conflicts: a change that is asked for, an axis that is whole for the
// operator's sake, and two axes of the mesh for two loops.
relax.device_mesh @mesh [2, 2]
relax.func @main(%x: tensor<8x4xf32>, %w: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0], R] : tensor<8x4xf32>
  %xt = relax.dist.annotate_sharding %xs on @mesh [S[0], R] : tensor<8x4xf32>
  %ws = relax.dist.annotate_sharding %w on @mesh [R, S[1]] : tensor<4x8xf32>
  %0 = relax.matmul %xt, %ws : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = relax.nn.softmax %0 : tensor<8x8xf32>
  relax.return %1 : tensor<8x8xf32>
}
