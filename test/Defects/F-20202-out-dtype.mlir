// The type to accumulate in is part of the result's type; no pass can lose it.
// RUN: relax-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: relax.matmul %{{.*}} {out_dtype = f32}
relax.func @main(%x: tensor<2x3xf16>, %y: tensor<3x2xf16>) -> tensor<2x2xf32> {
  %0 = relax.matmul %x, %y {out_dtype = f32} : (tensor<2x3xf16>, tensor<3x2xf16>) -> tensor<2x2xf32>
  relax.return %0 : tensor<2x2xf32>
}

// -----

relax.func @main(%x: tensor<2x3xf16>, %y: tensor<3x2xf16>) -> tensor<2x2xf32> {
  // expected-error @below {{declares result 0 as 'tensor<2x2xf32>', expected what its operands give, 'tensor<2x2xf16>' [TYPE-2]}}
  %0 = relax.matmul %x, %y : (tensor<2x3xf16>, tensor<3x2xf16>) -> tensor<2x2xf32>
  relax.return %0 : tensor<2x2xf32>
}
