// RUN: relax-opt %s -relax-verify-symbols | FileCheck %s

// CHECK-LABEL: relax.func @main
relax.extern_func @my.f
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {global_symbol = "main"} {
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
