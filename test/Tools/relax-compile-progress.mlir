// A line for each stage goes where standard error goes; without being asked
// for, only a terminal gets one.
// RUN: relax-compile %s -o %t.so --progress 2>&1 | FileCheck %s
// RUN: relax-compile %s -o %t.so 2>&1 | count 0

// CHECK: [0/8] Read the model
// CHECK-NEXT: [1/8]
// CHECK: [7/8]
// CHECK-NEXT: [8/8] Write code
// CHECK-NOT: {{.}}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
