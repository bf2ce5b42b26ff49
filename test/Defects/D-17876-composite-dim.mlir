// A composite dimension is computed from the symbols that are bound.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=2x3xf32=1 | FileCheck %s

// CHECK: f32[6] = [1, 1, 1, 1, 1, 1]
relax.func @main(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>> {
  %0 = relax.flatten %x : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n * m]>>
}
