// Functions whose hints cannot be followed.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-propagate-sharding

relax.device_mesh @mesh [2, 2]
relax.func @main(%x: tensor<6xf32>) {
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects dimension 0 to have a known size that 4 workers divide, found 'tensor<6xf32>'; pad it, or spread it by hand with '!relax.dtensor'}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0], S[0]] : tensor<6xf32>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) {
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects dimension 0 to have a known size that 2 workers divide}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<?xf32, #relax.dims<[n]>>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<4x?xf32, #relax.dims<[4, n]>>) {
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects a tensor whose sizes are known, found 'tensor<4x?xf32, #relax.dims<[4, n]>>'; give its sizes with relax-bind-symbolic-vars}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4x?xf32, #relax.dims<[4, n]>>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<*xf32>) {
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects a tensor of known rank where it splits a dimension, found 'tensor<*xf32>'}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<*xf32>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
relax.device_mesh @other [2]
relax.func @main(%x: tensor<4xf32>) {
  // expected-note @+1 {{is the other hint}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects one mesh in each function, found @other beside @mesh}}
  %1 = relax.dist.annotate_sharding %x on @other [S[0]] : tensor<4xf32>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
// expected-error @+1 {{'relax.func' op expects no callers where it has hints of how tensors are spread, found one; inline it first}}
relax.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+1 {{is called here}}
  %0 = relax.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  // expected-note @+1 {{is here}}
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    // expected-error @+1 {{'relax.dist.annotate_sharding' op expects to stand in the body of a function, found one in a 'relax.if'; put the hint in front of it}}
    %1 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
    relax.yield %1 : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  // expected-error @+1 {{'relax.if' op expects to have no regions in a function with hints of how tensors are spread; put it into a function of its own}}
  %1 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    relax.yield %0 : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  relax.return %1 : tensor<4xf32>
}

// -----

relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<4xf32>, %s: !relax.shape<[4]>) -> !relax.shape<[4]> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  // expected-error @+1 {{'relax.return' op expects tensors of known rank in a function with hints of how tensors are spread, found '!relax.shape<[4]>'}}
  relax.return %s : !relax.shape<[4]>
}

// -----

relax.device_mesh @mesh [4294967296, 4294967296]
relax.func @main(%x: tensor<0xf32>) {
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects fewer workers along dimension 0, found a mesh of [4294967296, 4294967296]}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0], S[0]] : tensor<0xf32>
  relax.return
}
