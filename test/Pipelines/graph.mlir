// The graph stage computes what depends on constants only, within limits.
// RUN: relax-compile %s -o - --emit=mlir --stop-at=graph | FileCheck %s

// CHECK-LABEL: relax.func @small
// CHECK-NEXT: %[[C:.*]] = relax.constant dense<[4.000000e+00, 6.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: relax.multiply %{{.*}}, %[[C]]
// CHECK-NEXT: relax.return
relax.func @small(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = relax.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %0 = relax.add %a, %a : tensor<2xf32>
  %1 = relax.multiply %x, %0 : tensor<2xf32>
  relax.return %1 : tensor<2xf32>
}

// More than 64 KiB, or a million steps, is left to the program.
// CHECK-LABEL: relax.func @large
// CHECK: relax.ones
// CHECK: relax.matmul
relax.func @large() -> (tensor<16385xf32>, tensor<128x128xf32>) {
  %s = relax.shape [16385] : !relax.shape<[16385]>
  %a = relax.constant dense<1.0> : tensor<128x128xf32>
  %0 = relax.ones %s {dtype = f32} : (!relax.shape<[16385]>) -> tensor<16385xf32>
  %1 = relax.matmul %a, %a : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  relax.return %0, %1 : tensor<16385xf32>, tensor<128x128xf32>
}

// What all calls of a function pass alike is a constant of it, through others.
// CHECK-LABEL: relax.func @caller
// CHECK: relax.call @outer(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-LABEL: relax.func private @outer(
// CHECK: relax.call @inner(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-LABEL: relax.func private @inner(
// CHECK: %[[A:.*]] = relax.constant dense<[2.000000e+00, 3.000000e+00]>
// CHECK: relax.multiply %arg0, %[[A]]
relax.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = relax.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %0 = relax.call @outer(%x, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
relax.func private @outer(%x: tensor<2xf32>, %a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relax.call @inner(%x, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
relax.func private @inner(%x: tensor<2xf32>, %a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relax.multiply %x, %a : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
