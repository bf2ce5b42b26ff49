// Functions of f64 by log(1 + x) and exp(x) - 1 keep numbers that vanish beside 1.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --input=3xf64=-1e-18 --output=- | FileCheck %s
// RUN: relax-compile %s --target=sm_90 --emulate -o %t.gpu.so
// RUN: relax-run %t.gpu.so --input=3xf64=-1e-18 --output=- | FileCheck %s

// CHECK-COUNT-2: [-1e-18, -1e-18, -1e-18]
// CHECK: [-1.758{{[0-9]*}}e-18, -1.758{{[0-9]*}}e-18, -1.758{{[0-9]*}}e-18]
relax.func @main(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %0 = relax.asinh %x : tensor<3xf64>
  %1 = relax.atanh %x : tensor<3xf64>
  %2 = relax.nn.selu %x : tensor<3xf64>
  relax.return %0, %1, %2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
