// Floats as integers of 8 and 16 bits lie between two floats: truncated there,
// with NaN as 0. For wider integers, and f16 as 16 bits, the bounds are none.
// RUN: relax-opt %s --relax-legalize-ops | FileCheck %s
// RUN: relax-interp %s --each | FileCheck %s --check-prefix=VALUES

// VALUES: @signed gives [-128, -128, -127, 0, 0, 126, 127, 127, 127]
// CHECK: tir.func private @astype(
// CHECK: arith.cmpf ord
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf olt
// CHECK: arith.fptosi
// CHECK-NOT: arith.cmpf
relax.func @signed() -> tensor<9xi8> {
  %x = relax.constant dense<[0xFF800000, -128.9, -127.9, 0x7FC00000, -0.9, 126.9, 127.0, 127.9, 0x7F800000]> : tensor<9xf32>
  %0 = relax.astype %x {dtype = i8} : (tensor<9xf32>) -> tensor<9xi8>
  relax.return %0 : tensor<9xi8>
}

// VALUES: @unsigned gives [0, 0, 0, 0, 0, 254, 255, 255, 255]
// CHECK: tir.func private @astype{{.*}}(
// CHECK-NOT: arith.cmpf ord
// CHECK: arith.fptoui
relax.func @unsigned() -> tensor<9xui8> {
  %x = relax.constant dense<[0xFF800000, -1.0, -0.9, 0x7FC00000, 0.9, 254.9, 255.0, 255.9, 0x7F800000]> : tensor<9xf32>
  %0 = relax.astype %x {dtype = ui8} : (tensor<9xf32>) -> tensor<9xui8>
  relax.return %0 : tensor<9xui8>
}

// VALUES: @short gives [-32768, 0, 32767, 32767]
relax.func @short() -> tensor<4xi16> {
  %x = relax.constant dense<[-32769.0, 0x7FC00000, 32767.9, 1.0e9]> : tensor<4xf32>
  %0 = relax.astype %x {dtype = i16} : (tensor<4xf32>) -> tensor<4xi16>
  relax.return %0 : tensor<4xi16>
}

// VALUES: @half gives [-32768, 0, 32767]
// CHECK: tir.func private @astype{{.*}}memref<3xf16>
// CHECK: arith.cmpf oge
// CHECK: arith.andi
relax.func @half() -> tensor<3xi16> {
  %x = relax.constant dense<[0xFC00, 0x7E00, 0x7C00]> : tensor<3xf16>
  %0 = relax.astype %x {dtype = i16} : (tensor<3xf16>) -> tensor<3xi16>
  relax.return %0 : tensor<3xi16>
}

// VALUES: @wide gives [-2147483648, 0, 2147483647]
relax.func @wide() -> tensor<3xi32> {
  %x = relax.constant dense<[-1.0e10, 0x7FC00000, 1.0e10]> : tensor<3xf32>
  %0 = relax.astype %x {dtype = i32} : (tensor<3xf32>) -> tensor<3xi32>
  relax.return %0 : tensor<3xi32>
}
