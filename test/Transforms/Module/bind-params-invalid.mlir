// RUN: relax-opt %s --split-input-file --relax-bind-params=file=%S/Inputs/load-weights.safetensors --verify-diagnostics

// expected-error@+1 {{parameter "w" has the type 'tensor<2x3xf32>', expected that of the tensor of}}
relax.func @main(%x: tensor<2x3xf32> {relax.name = "w"}) {
  relax.return
}

// -----

// A symbol has one value.
// expected-error@+1 {{parameter "w" has the type 'tensor<?x?xf32, #relax.dims<[n, n + 1]>>', expected that of the tensor of}}
relax.func @main(%x: tensor<?x?xf32, #relax.dims<[n, n + 1]>> {relax.name = "w"}) {
  relax.return
}

// -----

// expected-error@+1 {{parameter "w" has the type 'tuple<>', expected that of the tensor of}}
relax.func @main(%x: tuple<> {relax.name = "w"}) {
  relax.return
}

// -----

// expected-error@+1 {{expected the weight "w" of type 'tensor<2x2xi32>', found it as F32[2, 2]}}
relax.func @main(%x: tensor<2x2xi32> {relax.name = "w"}) {
  relax.return
}

// -----

// expected-error@+1 {{is used in the module, where its parameters are given; expected a function that only others call}}
relax.func @main(%x: tensor<2x2xf32> {relax.name = "w"}) {
  relax.return
}
relax.func @other(%x: tensor<2x2xf32>) {
  // expected-note@+1 {{a use is here}}
  relax.call @main(%x) : (tensor<2x2xf32>) -> ()
  relax.return
}

// -----

// expected-error@+1 {{expects a function @main whose parameters are bound}}
module {
}
