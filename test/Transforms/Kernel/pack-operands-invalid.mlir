// RUN: relax-opt %s --relax-pack-operands=block=1 --verify-diagnostics

// expected-error @-3 {{expects 'block' to be at least 2, found 1}}
relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  relax.return %x : tensor<2xf32>
}
