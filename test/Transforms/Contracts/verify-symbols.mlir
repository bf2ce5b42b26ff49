// RUN: relax-opt %s -relax-verify-symbols | FileCheck %s

// CHECK-LABEL: relax.func @main
relax.extern_func @my.f
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {global_symbol = "main"} {
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// What a tensor program calls may be a function of a library.
// CHECK: tir.call_extern @tgamma
tir.func private @gamma(%x: memref<4xf64>, %y: memref<4xf64>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<4xf64>
  %1 = tir.call_extern @tgamma(%0) {pure} : (f64) -> f64
  memref.store %1, %y[%c0] : memref<4xf64>
  tir.return
}
