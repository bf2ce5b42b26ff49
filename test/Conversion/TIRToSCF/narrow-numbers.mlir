// Programs that convert f64 to floats of few bits round once, as the
// interpreter does, and numbers of i8 wrap in vectors, too.
// RUN: relax-run %s --input=4xf64="1.0625000001 1.0625 -1.1874999999 1e300" --input=1xi8=120 | FileCheck %s
// RUN: relax-interp %s --input=4xf64="1.0625000001 1.0625 -1.1874999999 1e300" --input=1xi8=120 | FileCheck %s
// RUN: relax-run %s --function=brain --input=4xf64="1.00390625001 1.00390625 -1.01171874999 1e-310" | FileCheck %s --check-prefix=BRAIN
// RUN: relax-interp %s --function=brain --input=4xf64="1.00390625001 1.00390625 -1.01171874999 1e-310" | FileCheck %s --check-prefix=BRAIN
// CHECK: output 0: f32[4] = [1.125, 1, -1.125, nan]
// CHECK: output 1: i32[16] = [120, 121, 122, 123, 124, 125, 126, 127, -128, -127, -126, -125, -124, -123, -122, -121]
// BRAIN: output 0: f32[4] = [1.00781, 1, -1.00781, 0]

tir.func private @round(%x: memref<4xf64>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for vectorized %i = %c0 to %c4 {
    %a = memref.load %x[%i] : memref<4xf64>
    %b = arith.truncf %a : f64 to f8E4M3FN
    %c = arith.extf %b : f8E4M3FN to f32
    memref.store %c, %y[%i] : memref<4xf32>
  }
  tir.return
}

tir.func private @round_bf16(%x: memref<4xf64>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %a = memref.load %x[%i] : memref<4xf64>
    %b = arith.truncf %a : f64 to bf16
    %c = arith.extf %b : bf16 to f32
    memref.store %c, %y[%i] : memref<4xf32>
  }
  tir.return
}

tir.func private @wrap(%x: memref<1xi8>, %y: memref<16xi32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  tir.for vectorized %i = %c0 to %c16 {
    %first = memref.load %x[%c0] : memref<1xi8>
    %a = arith.index_cast %i : index to i8
    %b = arith.addi %a, %first : i8
    %c = arith.extsi %b : i8 to i32
    memref.store %c, %y[%i] : memref<16xi32>
  }
  tir.return
}

relax.func @main(%x: tensor<4xf64>, %first: tensor<1xi8>) -> (tensor<4xf32>, tensor<16xi32>) {
  %0 = relax.call_tir @round(%x) : (tensor<4xf64>) -> tensor<4xf32>
  %1 = relax.call_tir @wrap(%first) : (tensor<1xi8>) -> tensor<16xi32>
  relax.return %0, %1 : tensor<4xf32>, tensor<16xi32>
}

relax.func @brain(%x: tensor<4xf64>) -> tensor<4xf32> {
  %0 = relax.call_tir @round_bf16(%x) : (tensor<4xf64>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
