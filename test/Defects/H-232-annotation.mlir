// A declared type that the operands rule out is an error at the op.
// RUN: relax-opt %s -verify-diagnostics

relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) {
  // expected-error @below {{declares result 0 as 'tensor<?x4xf32, #relax.dims<[n + 1, 4]>>', expected what its operands give, 'tensor<?x4xf32, #relax.dims<[n, 4]>>' [TYPE-2]}}
  %0 = relax.exp %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n + 1, 4]>>
  relax.return
}
