// Loops are as wide as the CPU that is named, whatever runs the compiler.
// RUN: relax-compile %s --mcpu=x86-64-v3 --stop-at=schedule -o - | FileCheck %s --check-prefix=V3
// RUN: relax-compile %s --mcpu=x86-64-v4 --stop-at=schedule -o - | FileCheck %s --check-prefix=V4
// RUN: relax-compile %s --mcpu=x86-64 -o %t.s && FileCheck %s --check-prefix=SSE < %t.s

// V3: is_scheduled
// V3: constant 32 : index
// V3-NOT: constant 64 : index
// V4: is_scheduled
// V4: constant 64 : index
// SSE-NOT: ymm
relax.func @main(%x: tensor<4x1000xf32>) -> tensor<4xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<4x1000xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
