// What no pass lowers is an error now, one an op, with the reason and the cure.
// RUN: relax-opt %s -relax-legalize-ops -verify-diagnostics

relax.func @main(%x: tensor<*xf32>, %y: tensor<?x?xf32>, %z: tensor<4x!relax.unknown>) {
  // expected-error @below {{cannot become a tensor program}}
  %0 = relax.add %x, %x : tensor<*xf32>
  // expected-error @below {{cannot become a tensor program}}
  %1 = relax.permute_dims %y : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error @below {{cannot become a tensor program}}
  %2 = relax.multiply %z, %z : tensor<4x!relax.unknown>
  relax.return
}
