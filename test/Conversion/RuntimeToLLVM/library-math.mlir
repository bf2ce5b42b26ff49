// What LLVM has no intrinsic for is a function of the C library.
// RUN: relax-run %s --input=4xf64=0.5 | FileCheck %s
// RUN: relax-interp %s --function=main --input=4xf64=0.5 | FileCheck %s
// CHECK: output 0: f64[4] = [0.0806262, 0.0806262, 0.0806262, 0.0806262]
tir.func private @k(%x: memref<4xf64>, %y: memref<4xf64>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %v = memref.load %x[%i] : memref<4xf64>
    %a = math.erf %v : f64
    %b = math.cbrt %a : f64
    %c = math.expm1 %b : f64
    %d = math.erfc %c : f64
    memref.store %d, %y[%i] : memref<4xf64>
  }
  tir.return
}
relax.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = relax.call_tir @k(%x) : (tensor<4xf64>) -> tensor<4xf64>
  relax.return %0 : tensor<4xf64>
}
