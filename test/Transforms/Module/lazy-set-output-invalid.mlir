// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-lazy-set-output=functions=main

// expected-error @+1 {{expected a relax.func @main with a body, found none; choose one with 'functions'}}
module {
}

// -----

// expected-error @+1 {{'relax.func' op cannot set a result: expected tensors, found '!relax.shape<[4]>'; leave the function out of 'functions'}}
relax.func @main() -> !relax.shape<[4]> {
  %0 = relax.shape [4] : !relax.shape<[4]>
  relax.return %0 : !relax.shape<[4]>
}

// -----

// expected-error @+1 {{'relax.func' op is used in the module, where its results are taken; expected calls from outside only, found 1 uses; leave the function out of 'functions'}}
relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  relax.return %x : tensor<2xf32>
}
relax.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-note @+1 {{a use is here}}
  %0 = relax.call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
