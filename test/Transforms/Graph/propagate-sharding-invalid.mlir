// Functions whose hints cannot be followed.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-propagate-sharding

// Nobody tells a worker how many rows all have.
// expected-note @+1 {{the mesh is here}}
relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.negative %x : tensor<?xf32, #relax.dims<[n]>>
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects a parameter with a dimension of size 'n' that 2 workers have parts of, found none; put a hint on one}}
  %1 = relax.dist.annotate_sharding %0 on @mesh [S[0]] : tensor<?xf32, #relax.dims<[n]>>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
// expected-note @+1 {{is made here}}
relax.func @main(%x: tensor<4x2xf32, #relax.vdevice<"cuda", 0>>) {
  // expected-error @+1 {{'relax.dist.annotate_sharding' op expects a tensor whose sizes are known or have names, and that is on no device, found 'tensor<4x2xf32, #relax.vdevice<"cuda", 0>>'}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4x2xf32, #relax.vdevice<"cuda", 0>>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
// expected-note @+1 {{is made here}}
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
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+1 {{is a hint of it}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  // expected-error @+1 {{'relax.lambda' op expects no regions but those of 'relax.if' in a function with hints of how tensors are spread, found 1; put it into a function of its own}}
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%y: tensor<4xf32>):
    relax.yield %y : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<4xf32>, %s: !relax.shape<[4]>) -> !relax.shape<[4]> {
  // expected-note @+1 {{is a hint of it}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  // expected-error @+1 {{'relax.return' op expects tensors of known rank in a function with hints of how tensors are spread, found '!relax.shape<[4]>'}}
  relax.return %s : !relax.shape<[4]>
}
