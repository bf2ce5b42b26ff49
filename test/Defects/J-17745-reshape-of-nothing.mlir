// A reshape of no elements divides by no zero.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=0x4xf32 | FileCheck %s

// CHECK: f32[0] = []
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
  %0 = relax.flatten %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
}
